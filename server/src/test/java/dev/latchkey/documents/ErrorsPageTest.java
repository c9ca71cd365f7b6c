package dev.latchkey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of errors and the program name the same errors. */
class ErrorsPageTest {
  private static final Pattern REFUSAL =
      Pattern.compile("(?:new Refusal\\(\\s*[0-9]{3},|ApiAnswer\\.conflict\\()\\s*\"([a-z_]+)\"");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| [0-9, ]+ \\| (`[^|]+`) \\|");
  private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");

  @Test
  void every_error_of_the_program_is_on_the_page_and_no_other() throws IOException {
    String page = Files.readString(Checkout.file("docs/reference/errors.md"));
    var listed = new TreeSet<String>();
    for (String names : found(ROW, page)) {
      listed.addAll(found(NAME, names));
    }

    var answered = new TreeSet<String>();
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      for (Path source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
        answered.addAll(found(REFUSAL, Files.readString(source)));
      }
    }

    assertThat(listed).containsExactlyElementsOf(answered);
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }
}
