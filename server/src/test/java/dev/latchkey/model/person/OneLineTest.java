package dev.latchkey.model.person;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OneLineTest {
  @ParameterizedTest
  @CsvSource({
    "' for the minutes ', for the minutes",
    "'one\r\n\r\ntwo\tthree', one two three",
    "'a\u202eb\u2066c', abc",
    "'\u001b[31mred', [31mred",
    "'\u3164', ''",
    "'评审设计稿', 评审设计稿"
  })
  void writesOnOneLineWhatCanBeSeen(String written, String read) {
    assertThat(DisplayName.onOneLine(written)).isEqualTo(read);
  }
}
