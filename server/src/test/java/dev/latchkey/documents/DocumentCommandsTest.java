package dev.latchkey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Types the commands of the blocks {@code shellsession} of each document in one shell, in their
 * order, and compares what they print. It runs beside other tests, one page after the other.
 *
 * <p>Each command starts a JVM, about two seconds of a processor. Run inside the test they would be
 * faster, but in another directory and environment than those of a reader. {@code given:} in a
 * comment names what a page has before its first command, {@code first:} commands that a reader
 * does not see, and {@code file:} the name of the block below it.
 */
@Order(1)
class DocumentCommandsTest {
  static List<Document> documentsWithCommands() {
    return Document.all().stream().filter(document -> !Step.of(document).isEmpty()).toList();
  }

  @ParameterizedTest
  @MethodSource("documentsWithCommands")
  void every_command_prints_what_the_document_shows(Document document) {
    try (var surroundings = new Surroundings(document);
        Terminal terminal = surroundings.terminal()) {
      for (Step step : Step.of(document)) {
        type(surroundings.replaced(step), terminal);
      }
    }
  }

  private static void type(Step step, Terminal terminal) {
    if (step.hasItsOwnWindow()) {
      terminal.startInWindow(step.command(), step.expected());
    } else if (step.staysRunning()) {
      terminal.start(step.command(), step.expected());
    } else {
      run(step.isCopied() ? step.copiedFrom(terminal.window()) : step, terminal);
    }
  }

  private static void run(Step step, Terminal terminal) {
    Terminal.Result result = terminal.run(step.command());
    if (step.showsOutput()) {
      assertThat(result.output()).as(step.command()).matches(step.expected());
    }
    assertThat(result.exitCode())
        .as("the exit code of %s, which printed%n%s", step, result.output())
        .isZero();
  }

  @Test
  void there_are_commands() {
    assertThat(documentsWithCommands()).extracting(Document::name).contains("docs/quick-start.md");
  }
}
