package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import java.util.Locale;

/** A content type names one kind of body, or none. */
class ContentTypeFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    String sent = latin1(input);
    boolean isForm = Body.Kind.FORM.matches(sent);
    boolean isJson = Body.Kind.JSON.matches(sent);

    assertThat(isForm && isJson).isFalse();
    if (isForm || isJson) {
      assertThat(sent.strip().toLowerCase(Locale.ROOT))
          .startsWith(isForm ? "application/x-www-form-urlencoded" : "application/json");
    }
  }
}
