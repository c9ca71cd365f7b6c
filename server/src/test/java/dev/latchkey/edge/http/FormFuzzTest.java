package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A query or a form body: an accepted input means the same to another parser, and it is the same
 * when it is encoded and parsed again.
 */
class FormFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    Optional<String> text = Form.strict(input);
    if (text.isEmpty()) {
      return;
    }
    for (String part : text.get().split("[&=]")) {
      Form.decode(part).ifPresent(decoded -> assertMeans(part, decoded));
    }
    Form.parse(text.get()).ifPresent(FormFuzzTest::assertParsesAgain);
  }

  private static void assertMeans(String sent, String decoded) {
    assertThat(decoded)
        .doesNotContain("\0")
        .isEqualTo(URLDecoder.decode(sent, StandardCharsets.UTF_8));
  }

  private static void assertParsesAgain(Form form) {
    String written = form.encoded();
    assertThat(Form.parse(written).orElseThrow().encoded()).isEqualTo(written);
  }
}
