package dev.latchkey.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file of {@code src/test/transcripts}: requests and responses exactly as they are sent. */
record Transcript(Path file, List<Step> steps) {
  private static final String GIVEN = "# given: ";
  private static final String TITLE = "### ";
  private static final String RESPONSE = "HTTP/1.1 ";

  /** A step of the transcript. Steps are run in the order of the file. */
  sealed interface Step {}

  /** A preparation, described in words that {@link Given} knows. */
  record Preparation(Line line) implements Step {
    String words() {
      return line.text().substring(GIVEN.length());
    }
  }

  record Exchange(List<Line> request, List<Line> response) implements Step {}

  /** A line of the file. Lines are counted from 1, as in editors. */
  record Line(int number, String text) {}

  static Transcript read(Path file) {
    try {
      List<String> texts = Files.readAllLines(file);
      var lines = new ArrayList<Line>();
      for (String text : texts) {
        lines.add(new Line(lines.size() + 1, text));
      }
      return new Transcript(file, steps(lines)).checked();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /**
   * Checks that the file contains exchanges. Otherwise a file with a typing error would pass
   * because it tests nothing.
   */
  private Transcript checked() {
    if (steps.stream().noneMatch(Exchange.class::isInstance)) {
      throw new AssertionError(file + " has no exchange");
    }
    for (Step step : steps) {
      if (step instanceof Exchange exchange && exchange.response().isEmpty()) {
        Line request = exchange.request().getFirst();
        throw new AssertionError(section(request) + "this request has no response");
      }
    }
    return this;
  }

  String section(Line line) {
    return file + ":" + line.number() + ": ";
  }

  private static List<Step> steps(List<Line> lines) {
    var steps = new ArrayList<Step>();
    int at = 0;
    while (at < lines.size()) {
      Line line = lines.get(at);
      if (line.text().startsWith(GIVEN)) {
        steps.add(new Preparation(line));
        at++;
      } else if (line.text().isEmpty() || line.text().startsWith("#")) {
        at++;
      } else {
        int end = next(lines, at, TITLE);
        steps.add(exchange(lines.subList(at, end)));
        at = end;
      }
    }
    return steps;
  }

  private static Exchange exchange(List<Line> lines) {
    int response = next(lines, 0, RESPONSE);
    return new Exchange(
        trimmed(lines.subList(0, response)), trimmed(lines.subList(response, lines.size())));
  }

  private static int next(List<Line> lines, int from, String beginning) {
    int at = from;
    while (at < lines.size() && !lines.get(at).text().startsWith(beginning)) {
      at++;
    }
    return at;
  }

  /** The lines without the empty lines at the end. */
  private static List<Line> trimmed(List<Line> lines) {
    int end = lines.size();
    while (end > 0 && lines.get(end - 1).text().isEmpty()) {
      end--;
    }
    return List.copyOf(lines.subList(0, end));
  }
}
