package dev.latchkey.audit.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.cli.Command;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Seals;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.audit.seal.AuditSeal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;

/** The commands with which an auditor exports and verifies the audit log. */
class AuditVerifyTest {
  private final Path directory = Latchkey.temporaryDirectory();

  @ParameterizedTest
  @EachStore
  void an_export_is_verified_without_the_store(Store store) throws IOException {
    Path file = directory.resolve("audit-sealed.jsonl");
    String head;
    String key;
    try (Latchkey latchkey = Latchkey.start(store)) {
      latchkey.app().tokens(latchkey.browser().signIn(latchkey.person()));
      AuditSeal seal = Seals.seal(latchkey);
      head = seal.head();
      key = seal.link().key().id();
      assertThat(Command.on(latchkey.settings(), "audit", "verify").exitCode()).isZero();
      Command.on(latchkey.settings(), "audit", "export", file.toString());
    }

    assertThat(verify(file, "--head", head, "--key", key).exitCode()).isZero();
    assertThat(verify(file, "--head", "0".repeat(64)).out()).contains("no seal has the expected");
    List<Consumer<List<String>>> attacks =
        List.of(
            lines -> lines.set(3, lines.get(3).replaceFirst("ok", "no")),
            lines -> lines.set(3, lines.get(3).replaceFirst("\\{", "{\"note\":\"x\",")),
            lines -> lines.remove(3),
            lines -> Collections.swap(lines, 2, 3),
            lines -> lines.add(3, lines.get(2)),
            lines -> lines.set(0, lines.get(0).replaceFirst("\"lines\":", "\"lines\":1")),
            lines -> lines.remove(0),
            lines -> lines.subList(lines.size() / 2, lines.size()).clear(),
            lines -> lines.set(3, lines.get(3).substring(0, 20)));
    for (Consumer<List<String>> attack : attacks) {
      var lines = new ArrayList<>(Files.readAllLines(file));
      attack.accept(lines);
      Path changed = Files.write(directory.resolve("changed.jsonl"), lines);
      assertThat(verify(changed).exitCode()).as(verify(changed).out()).isEqualTo(1);
    }
  }

  private static Command verify(Path file, String... more) {
    var all = new ArrayList<>(List.of("audit", "verify", file.toString()));
    all.addAll(List.of(more));
    return Command.run(all.toArray(String[]::new));
  }
}
