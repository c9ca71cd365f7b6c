package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A mistyped directory would look like an empty store, and a revocation in it would succeed. */
class MistypedDirectoryTest {
  /** These run a service on a new store. */
  private static final Set<String> SERVING = Set.of("serve", "demo");

  /** These create the store from a file, which their examples only make up. */
  private static final Set<String> FILLING = Set.of("restore", "import");

  private static final Set<String> STORE_OPTIONS = Set.of("--data", "--config", "--database");

  private final Path typo = Latchkey.temporaryDirectory().resolve("typo/more");
  private final Path present = Latchkey.temporaryDirectory();

  static Stream<CommandModel> commands() {
    return CommandModel.all().stream()
        .filter(command -> !command.isGroup() && command.option("--data").isPresent())
        .filter(command -> !SERVING.contains(command.name()));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void a_command_on_a_directory_that_does_not_exist_creates_nothing(CommandModel command) {
    for (String example : command.examples()) {
      Command run = Command.run(arguments(example));

      assertThat(typo.getParent()).as(example).doesNotExist();
      assertThat(present).as(example).isEmptyDirectory();
      if (command.name().equals("doctor")) {
        assertThat(run.out()).contains("there is no store in " + typo);
      } else if (FILLING.contains(command.name()) || example.contains("verify audit-sealed")) {
        assertThat(run.err()).contains("cannot read ");
      } else if (example.contains("--session-id")) {
        assertThat(run.err()).contains("needs a session_id");
      } else {
        assertThat(run.exitCode()).as(example).isOne();
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
            .hasLineCount(1)
            .contains("there is no store in " + typo)
            .contains("latchkey serve --data " + typo + " creates a store");
      }
    }
  }

  @Test
  void an_existing_directory_without_a_store_stays_empty() {
    Command run = Command.run("user", "list", "--data", present.toString());

    assertThat(run.exitCode()).isOne();
    assertThat(run.err()).contains("there is no store in " + present);
    assertThat(present).isEmptyDirectory();
  }

  @Test
  void a_restore_from_a_file_that_is_missing_creates_no_directory() {
    String missing = present.resolve("missing").toString();
    for (String command : FILLING) {
      assertThat(Command.run(command, missing, "--data", typo.toString()).exitCode()).isOne();
      assertThat(typo.getParent()).doesNotExist();
    }
  }

  /** The example on this store, with files in a directory that exists. */
  private String[] arguments(String example) {
    var arguments = new ArrayList<String>();
    List<String> words = CommandModel.words(example);
    for (int i = 1; i < words.size(); i++) {
      if (STORE_OPTIONS.contains(words.get(i))) {
        i++;
      } else {
        arguments.add(words.get(i).replace("/backups", present.toString()));
      }
    }
    arguments.addAll(List.of("--data", typo.toString()));
    return arguments.toArray(String[]::new);
  }
}
