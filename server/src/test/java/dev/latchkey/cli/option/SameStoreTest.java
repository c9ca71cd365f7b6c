package dev.latchkey.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.cli.Cli;
import dev.latchkey.cli.Command;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** A command that a message tells people to type acts on the store of the message. */
class SameStoreTest {
  private final Settings settings = Latchkey.settings(Store.SQLITE);
  private final String data = settings.store().data().toString();

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      value = {
        "run: latchkey token revoke --issued-before now => run: latchkey token revoke --data /d --issued-before now",
        "latchkey user list --search … => latchkey user list --data /d --search …",
        "see latchkey key status there => see latchkey key status --data /d there",
        "latchkey serve creates it => latchkey serve --data /d creates it",
        "see latchkey routes => see latchkey routes",
        "no file that latchkey key has written => no file that latchkey key has written",
        "another latchkey is running => another latchkey is running",
        "put latchkey.key back => put latchkey.key back",
      })
  void a_named_command_gets_the_options_that_it_has(String message, String typed) {
    assertThat(after("user list --data /d", message)).isEqualTo(typed);
  }

  @Test
  void an_option_that_was_not_given_is_not_added() {
    assertThat(after("user list", "latchkey user show")).isEqualTo("latchkey user show");
  }

  @Test
  void files_have_whole_paths_and_are_quoted_and_a_database_is_not_repeated() {
    String here = Path.of("").toAbsolutePath().toString();

    assertThat(after("user list --config a/../it's.yaml", "latchkey user show"))
        .isEqualTo("latchkey user show --config '" + here + "/it'\\''s.yaml'");
    assertThat(after("user list --database jdbc:postgresql:x?password=hush", "latchkey serve"))
        .isEqualTo("latchkey serve --database …");
  }

  @Test
  void a_restore_names_the_store_whose_tokens_are_to_be_revoked() throws IOException {
    Latchkey.start(settings).close();
    String file = Latchkey.temporaryDirectory().resolve("copy").toString();
    assertThat(Command.on(settings, "backup", file).exitCode()).isZero();

    Command restored = Command.on(settings, "restore", file);

    assertThat(restored.err())
        .contains("latchkey token revoke --data " + data + " --issued-before now");
  }

  @Test
  void an_import_names_the_store_whose_tokens_are_to_be_revoked() {
    Latchkey.start(settings).close();
    Settings target = Latchkey.settings(Store.SQLITE);
    String file = Latchkey.temporaryDirectory().resolve("export").toString();
    assertThat(Command.on(settings, "export", file).exitCode()).isZero();

    Command imported = Command.on(target, "import", file);

    assertThat(imported.exitCode()).isZero();
    assertThat(imported.err())
        .contains("What was revoked since the export is active again.")
        .contains("latchkey token revoke --data " + target.store().data() + " --issued-before now");
  }

  @Test
  void with_postgresql_a_backup_and_a_restore_name_what_takes_their_place() throws IOException {
    String file = Latchkey.temporaryDirectory().resolve("copy").toString();
    Settings database = settings.on(Optional.of("jdbc:postgresql://127.0.0.1:1/latchkey"));

    assertThat(Command.on(database, "backup", file).err())
        .contains("use pg_dump or latchkey export --data %s --database … FILE".formatted(data));
    Files.writeString(Path.of(file), "");
    assertThat(Command.on(database, "restore", file).err())
        .contains("use pg_restore or latchkey import --data %s --database … FILE".formatted(data));
  }

  @Test
  void a_refusal_and_a_finding_of_doctor_name_the_store() throws IOException {
    Latchkey.start(settings).close();

    assertThat(Command.on(settings, "user", "show", "--email", "a@b.example").err())
        .contains("latchkey user list --data " + data + " --search …");
    Files.writeString(settings.store().sqliteFile(), "damaged");
    assertThat(Command.on(settings, "doctor").out())
        .contains("latchkey restore --data " + data + " FILE");
  }

  private static String after(String line, String message) {
    CommandLine program = Cli.commandLine();
    CommandLine.ParseResult parsed = program.parseArgs(line.split(" "));
    return new SameStore(parsed.subcommand().subcommand().commandSpec()).in(message);
  }
}
