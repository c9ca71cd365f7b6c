package dev.latchkey.console.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndlessDocumentTest {
  private static final String VERSION = "openapi: 3.0.0\n";

  @ParameterizedTest
  @ValueSource(strings = {"x: &a\n  y: *a\n", "x: &a [*a]\n"})
  void aDocumentThatContainsItselfIsRefused(String rest) {
    assertThatThrownBy(() -> ApiDocumentReader.read(VERSION + rest))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("contains itself");
  }

  @Test
  void longValuesAreShortened() {
    String parameter = "{name: a, in: query, schema: {enum: [" + "v".repeat(100_000) + "]}}";
    var document =
        ApiDocumentReader.read(
            VERSION + "paths:\n  /a:\n    get:\n      parameters: [" + parameter + "]\n");

    assertThat(document.calls().values().iterator().next().parameters().getFirst().type())
        .hasSizeLessThan(3_000);
  }
}
