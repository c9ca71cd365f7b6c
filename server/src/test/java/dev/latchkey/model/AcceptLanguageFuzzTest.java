package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;

/** Any list of languages gives a language that exists, and Chinese only if the list names it. */
class AcceptLanguageFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    String sent = latin1(input);
    Language chosen = Language.preferred(sent);
    if (chosen == Language.CHINESE) {
      // The JDK removes spaces before it parses the list.
      assertThat(sent.replace(" ", "")).matches("(?is).*(zh|\\*|[a-z]{2,3}).*");
    }
    Language.of(sent).ifPresent(known -> assertThat(known.code()).isEqualTo(sent));
  }
}
