package dev.latchkey.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.latchkey.cli.Command;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands of root on files that belong to the user of the service. */
class ForeignFilesTest {
  private final Path directory = Latchkey.temporaryDirectory();

  @BeforeEach
  void needs_root() {
    assumeTrue(Program.canMount(), "only root can give files to others");
  }

  @Test
  void root_does_not_use_or_examine_the_store_of_another_user() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.setAttribute(data, "unix:uid", 12_345);
    String keyElsewhere = "key_file: " + directory.resolve("latchkey.key");

    Command refused = run(keyElsewhere, "user", "list");

    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err())
        .startsWith("latchkey: root does not use " + data)
        .contains("belongs to 12345", "setpriv --reuid 12345 ")
        .hasLineCount(1);
    assertThat(run(keyElsewhere, "doctor").out()).contains("root does not use " + data);
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void root_replaces_no_key_file_in_a_directory_of_another_user() throws IOException {
    Path keys = Files.createDirectory(directory.resolve("keys"));
    Files.setAttribute(keys, "unix:uid", 12_345);

    Command refused = run("key_file: " + keys.resolve("latchkey.key"), "key", "prepare");

    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).startsWith("latchkey: root does not use " + keys);
  }

  @Test
  void root_loads_no_native_code_from_a_directory_of_another_user() throws IOException {
    Path libraries = Files.createDirectory(directory.resolve("libraries"));
    Files.setAttribute(libraries, "unix:uid", 12_345);

    Command refused = run("library_directory: " + libraries, "user", "list");

    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).startsWith("latchkey: root does not use " + libraries);
    assertThat(libraries).isEmptyDirectory();
  }

  private Command run(String configuration, String... command) throws IOException {
    Path file = Files.writeString(directory.resolve("latchkey.yaml"), configuration);
    var all = new ArrayList<>(List.of(command));
    all.addAll(List.of("--data", directory.resolve("data").toString()));
    all.addAll(List.of("--config", file.toString()));
    return Command.run(all.toArray(String[]::new));
  }
}
