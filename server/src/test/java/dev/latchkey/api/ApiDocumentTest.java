package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Logos;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.Store;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The commands of the guide to the management API work. */
class ApiDocumentTest {
  private static final Pattern COMMANDS = Pattern.compile("(?ms)^```bash\n(.*?)^```$");

  @Test
  void the_commands_work_in_their_order() throws Exception {
    try (Latchkey latchkey = ManagementApi.start(Store.SQLITE)) {
      Person administrator = latchkey.administrator();
      Person person = latchkey.person();
      Person owner = latchkey.person();
      App app = latchkey.app(owner);
      App idle = latchkey.app(owner);
      latchkey.clock.pass(Duration.ofDays(91));
      String commands =
          COMMANDS
              .matcher(document())
              .results()
              .map(block -> block.group(1))
              .collect(Collectors.joining("\n"));
      var builder =
          new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands).redirectErrorStream(true);
      builder.environment().put("LATCHKEY", latchkey.url());
      builder
          .environment()
          .put("TOKEN", ManagementApi.machine(latchkey, administrator, Optional.empty()));
      builder.environment().put("PERSON", person.user().id().value());
      builder.environment().put("CREDENTIAL", app.id());
      builder.environment().put("OWNER_TOKEN", ManagementApi.token(latchkey, owner));
      Path directory = Latchkey.temporaryDirectory();
      Files.write(directory.resolve("logo.png"), Logos.png(8, 0xff0000));
      builder.directory(directory.toFile());
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(process.waitFor()).as(output).isZero();
      assertThat(output)
          .contains("\"Mei Lin\"", "\"grants\":", "\"mailed\": false", "/password?key=", idle.id());
      assertThat(output.lines()).contains("disabled", "true");
      assertThat(latchkey.stores().credentials().credentials().find(app.credential().clientId()))
          .isEmpty();
    }
  }

  private static String document() throws IOException {
    return Files.readString(Checkout.file("docs/reference/management-api.md"));
  }
}
