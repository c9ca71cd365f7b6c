package dev.latchkey.console.program;

import static org.assertj.core.api.Assertions.assertThat;

import gg.jte.output.StringOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HighlightTest {
  @Test
  void aLongTextInQuotesIsOneText() {
    String text = "\"" + "a".repeat(9_000) + "\"";

    assertThat(written("body = " + text, "main.py"))
        .isEqualTo("body = <span class=\"code-text\">" + text + "</span>");
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 4_000, 30_000})
  void anyNumberOfQuotesCanStayOpen(int quotes) {
    String text = "'" + "\\\"".repeat(quotes) + "\\";

    assertThat(written(text, "latchkey.sh")).contains("\\\"");
  }

  private static String written(String text, String file) {
    var output = new StringOutput();
    Highlight.of(text, file).writeTo(output);
    return output.toString();
  }
}
