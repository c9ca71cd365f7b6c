package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.WrittenPage;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The page of all commands and the manual page are those of the program. To write them again, run
 * this test with the environment variable {@code WRITE_PAGES=yes}.
 *
 * <p>The pages are in the repository, so readers and packages have them without a build step, a
 * change of an option is seen in a review, and the program contains nothing for it. What the fields
 * in JSON mean is not in the model of the commands, so that table is written by hand.
 */
class CommandPagesTest {
  static Stream<CommandModel> commands() {
    return CommandModel.all().stream();
  }

  static Stream<CommandModel> commandsThatDoSomething() {
    return commands().filter(command -> !command.isGroup());
  }

  @Test
  void the_page_of_commands_is_up_to_date() throws IOException {
    WrittenPage.assertUpToDate("docs/reference/options.md", CommandPages.markdown());
  }

  @Test
  void the_manual_page_is_up_to_date() throws IOException {
    WrittenPage.assertUpToDate("packaging/latchkey.1", CommandPages.manual());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void every_command_and_every_option_is_described(CommandModel command) {
    assertThat(command.description()).isNotEmpty().noneMatch(String::isBlank);
    assertThat(command.arguments())
        .allSatisfy(each -> assertThat(each.meaning()).as(each.usage()).isNotBlank());
    assertThat(command.spec().options())
        .filteredOn(option -> option.defaultValue() != null)
        .allSatisfy(option ->
            assertThat(String.join(" ", option.description()))
                .as(option.longestName())
                .contains("(default: "));
  }

  /** The names that an example makes up are refused later, when the command runs. */
  @ParameterizedTest
  @MethodSource("commandsThatDoSomething")
  void every_command_has_an_example_that_it_accepts(CommandModel command) {
    assertThat(command.examples()).isNotEmpty();
    for (String example : command.examples()) {
      assertThat(example).startsWith("latchkey " + command.name());
      List<String> words = CommandModel.words(example);
      Cli.commandLine().parseArgs(words.subList(1, words.size()).toArray(String[]::new));
    }
  }

  /** All commands that print a result can print it for programs. */
  @ParameterizedTest
  @MethodSource("commandsThatDoSomething")
  void every_command_with_a_result_has_json(CommandModel command) {
    assertThat(command.hasJson()).isEqualTo(!List.of("demo", "serve").contains(command.name()));
  }
}
