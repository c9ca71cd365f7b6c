package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On a system where only one directory can be written, and not that for temporary files. */
class ReadOnlySystemTest {
  private final Path directory = Latchkey.temporaryDirectory();

  @BeforeEach
  void needs_root() {
    assumeTrue(Program.canMount(), "only root can mount");
  }

  @Test
  void people_sign_in_and_apps_get_tokens() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path libraries = Files.createDirectory(directory.resolve("libraries"));
    Path config = directory.resolve("latchkey.yaml");
    Files.writeString(config, "library_directory: " + libraries + "\n");
    Person person;
    App app;
    try (Latchkey latchkey = Latchkey.start(ConfigFile.defaults().in(data).onPort(0))) {
      person = latchkey.person();
      app = latchkey.app(person);
    }

    try (Program server = serve(data, config)) {
      App here = app.at(server.url());
      Browser browser = new Browser(server.url()).signIn(person);
      assertThat(here.tokens(browser).access()).startsWith("lk_at_");
      assertThat(libraries).isNotEmptyDirectory();
    }
  }

  @Test
  void without_a_directory_for_libraries_the_start_fails() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path config = Files.writeString(directory.resolve("latchkey.yaml"), "port: 0\n");

    try (Program server = serve(data, config)) {
      assertThat(server.exitCode()).isNotZero();
      assertThat(server.err())
          .contains("library_directory: SQLite cannot unpack or load its native code in /tmp");
    }
  }

  private Program serve(Path data, Path config) {
    return Program.onReadOnlySystem(
        directory,
        "serve",
        "--data",
        data.toString(),
        "--config",
        config.toString(),
        "--port",
        "0");
  }
}
