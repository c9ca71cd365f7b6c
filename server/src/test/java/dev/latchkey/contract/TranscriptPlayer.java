package dev.latchkey.contract;

import dev.latchkey.contract.Transcript.Line;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.wire.Raw;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sends the requests of one transcript and compares the responses line by line. */
final class TranscriptPlayer {
  private static final String END_OF_LINE = "\r\n";
  private static final String END_OF_HEAD = END_OF_LINE + END_OF_LINE;
  private static final String ANY_LINES = "{any lines}";
  private static final String NO_LINE = "(no line)";
  private static final int SHOWN = 60;

  private final Latchkey latchkey;
  private final Transcript transcript;
  private final Placeholders placeholders;
  private final Given given;

  TranscriptPlayer(Latchkey latchkey, Transcript transcript) {
    this.latchkey = latchkey;
    this.transcript = transcript;
    this.placeholders = new Placeholders(() -> latchkey.clock.instant().getEpochSecond());
    this.given = new Given(latchkey, placeholders);
  }

  void play() {
    for (Transcript.Step step : transcript.steps()) {
      switch (step) {
        case Transcript.Preparation preparation -> prepare(preparation);
        case Transcript.Exchange exchange -> play(exchange);
      }
    }
  }

  private void prepare(Transcript.Preparation preparation) {
    try {
      given.prepare(preparation.words());
    } catch (AssertionError why) {
      throw new AssertionError(transcript.section(preparation.line()) + why.getMessage(), why);
    }
  }

  /**
   * Each exchange uses its own connection. Therefore bytes after the end of a response are found
   * too.
   */
  private void play(Transcript.Exchange exchange) {
    byte[] request = request(exchange.request()).getBytes(StandardCharsets.UTF_8);
    List<String> actual = lines(Raw.send(latchkey.port(), request).text());
    compare(exchange.response(), actual);
  }

  private String request(List<Line> lines) {
    int end = 0;
    while (end < lines.size() && !lines.get(end).text().isEmpty()) {
      end++;
    }
    String body = filled(lines.subList(Math.min(end + 1, lines.size()), lines.size()), "\n");
    setLengthOf(body);
    return filled(lines.subList(0, end), END_OF_LINE) + END_OF_HEAD + body;
  }

  private String filled(List<Line> lines, String separator) {
    return lines.stream().map(this::filled).collect(Collectors.joining(separator));
  }

  private String filled(Line line) {
    try {
      return placeholders.fill(line.text());
    } catch (Placeholders.Unusable why) {
      throw new AssertionError(transcript.section(line) + why.getMessage(), why);
    }
  }

  /**
   * The lines of the head. If there is a body, an empty line and the lines of the body follow,
   * those of a page without their indentation.
   */
  private List<String> lines(String response) {
    int end = response.indexOf(END_OF_HEAD);
    if (end < 0) {
      return response.lines().toList();
    }
    String body = response.substring(end + END_OF_HEAD.length());
    setLengthOf(body);
    var lines = new ArrayList<>(Arrays.asList(response.substring(0, end).split(END_OF_LINE)));
    if (!body.isEmpty()) {
      lines.add("");
      boolean isPage = body.startsWith("<!DOCTYPE html>");
      Stream.of(body.split("\n", -1))
          .map(line -> isPage ? line.stripLeading() : line)
          .forEach(lines::add);
    }
    return lines;
  }

  private void setLengthOf(String body) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    placeholders.put("length", String.valueOf(length));
  }

  private void compare(List<Line> expected, List<String> actual) {
    int at = 0;
    boolean skips = false;
    for (Line line : expected) {
      if (line.text().equals(ANY_LINES)) {
        skips = true;
      } else {
        at = skips ? find(line, actual, at) : at;
        skips = false;
        check(line, actual, at);
        at++;
      }
    }
    if (!skips && at < actual.size()) {
      throw differs(after(expected), actual, at, 0);
    }
  }

  /** The position of the first line from here on that is as expected; the end if there is none. */
  private int find(Line line, List<String> actual, int from) {
    int at = from;
    while (at < actual.size() && !match(line, actual.get(at)).isWhole()) {
      at++;
    }
    return at;
  }

  private void check(Line line, List<String> actual, int at) {
    if (at == actual.size()) {
      throw differs(line, actual, at, 0);
    }
    Placeholders.Match match = match(line, actual.get(at));
    if (!match.isWhole()) {
      throw differs(line, actual, at, match.end());
    }
  }

  private Placeholders.Match match(Line line, String actual) {
    try {
      return placeholders.match(line.text(), actual);
    } catch (Placeholders.Unusable why) {
      throw new AssertionError(transcript.section(line) + why.getMessage(), why);
    }
  }

  private static Line after(List<Line> expected) {
    return new Line(expected.getLast().number() + 1, NO_LINE);
  }

  private AssertionError differs(Line line, List<String> actual, int at, int character) {
    String found = at < actual.size() ? actual.get(at) : NO_LINE;
    String rest = found.substring(character);
    return new AssertionError(
        """
        %sthe server sends another response
        expected:  %s
        actual:    %s
        from here: %s

        The whole response:
        %s
        """
            .formatted(
                transcript.section(line),
                placeholders.shown(line.text()),
                found,
                rest.substring(0, Math.min(rest.length(), SHOWN)),
                String.join("\n", actual)));
  }
}
