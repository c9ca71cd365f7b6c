package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Every command and option in a document exists. */
class CommandsInDocumentsTest {
  /** A command where it begins in a line of code, up to the next one. */
  private static final Pattern CALL =
      Pattern.compile(
          "(?m)(?:^|^\\$ |^# |`|\\./|\\$\\(|/usr/lib/latchkey/)latchkey (?<words>[a-z][^`\\n|;&)>]*)");

  /** Programs of their own, which the launcher of a checkout starts. */
  private static final Set<String> OTHER_PROGRAMS = Set.of("bench", "docs");

  private static final CommandSpec PROGRAM = Cli.commandLine().getCommandSpec();

  static List<Path> documents() throws IOException {
    var documents = new ArrayList<Path>();
    for (String name : List.of("README.md", "CONTRIBUTING.md", "SECURITY.md")) {
      documents.add(Checkout.file(name));
    }
    try (Stream<Path> files = Files.walk(Checkout.file("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
    }
    return documents;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void every_command_and_option_that_is_named_exists(Path document) throws IOException {
    assertThat(CALL.matcher(Files.readString(document)).results())
        .allSatisfy(call -> assertExists(call.group("words")));
  }

  private static void assertExists(String line) {
    CommandSpec command = PROGRAM;
    for (String text : line.strip().split("\\s+")) {
      String word = text.replaceFirst("[,.:]$", "");
      if (OTHER_PROGRAMS.contains(word)) {
        return;
      }
      if (!word.matches("[a-z-].*")) {
        continue;
      }
      if (word.startsWith("--")) {
        assertThat(command.optionsMap()).as(line).containsKey(word.split("=", 2)[0]);
      } else if (!command.subcommands().isEmpty()) {
        Map<String, CommandLine> commands = command.subcommands();
        assertThat(commands).as(line).containsKey(word);
        command = Objects.requireNonNull(commands.get(word)).getCommandSpec();
      }
    }
  }
}
