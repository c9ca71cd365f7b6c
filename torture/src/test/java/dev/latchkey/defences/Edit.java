package dev.latchkey.defences;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Replaces one passage of one file.
 *
 * @param before the present text; white space is ignored, so that the formatter may move the text
 * @param after the text that replaces it
 */
record Edit(Path file, String before, String after) {
  private static final Pattern TOKEN = Pattern.compile("\\w+|[^\\w\\s]");

  String applied() {
    return applied(read());
  }

  /**
   * @param source the content of the file, to which an earlier edit may have been applied
   */
  String applied(String source) {
    Matcher found = passage().matcher(source);
    if (!found.find()) {
      throw new StaleEdit(file + " does not contain:\n" + before);
    }
    int start = found.start();
    int end = found.end();
    if (found.find()) {
      throw new StaleEdit(file + " contains more than once:\n" + before);
    }
    return source.substring(0, start) + after.strip() + source.substring(end);
  }

  String read() {
    try {
      return Files.readString(file);
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  private Pattern passage() {
    return Pattern.compile(
        TOKEN
            .matcher(before)
            .results()
            .map(MatchResult::group)
            .map(Pattern::quote)
            .collect(Collectors.joining("\\s*")));
  }

  /** The source has changed since the edit was written. */
  static final class StaleEdit extends RuntimeException {
    private static final long serialVersionUID = 1;

    StaleEdit(String message) {
      super(message);
    }
  }
}
