package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The help is wrapped to the width of a terminal. What people copy from it stays in one piece. */
class HelpWidthTest {
  static Stream<CommandModel> commands() {
    return CommandModel.all().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void every_line_of_an_example_is_one_line_of_the_help(CommandModel command) {
    assertThat(help(command).lines()).containsAll(List.of(command.spec().usageMessage().footer()));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void no_word_is_broken(CommandModel command) {
    List<String> printed = List.of(help(command).split("\\s+"));

    Stream<String> meanings =
        command.spec().args().stream().flatMap(each -> Arrays.stream(each.description()));
    assertThat(
            Stream.concat(command.description().stream(), meanings)
                .flatMap(text -> Arrays.stream(text.split("\\s+"))))
        .isSubsetOf(printed);
  }

  private static String help(CommandModel command) {
    Command run = Command.run((command.name() + " --help").strip().split(" "));
    assertThat(run.err()).isEmpty();
    return run.out();
  }
}
