package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;

/** A wish for languages: always one that there is, and Chinese only if it was asked for. */
class AcceptLanguageFuzzTest extends ParserFuzz {
    @Override
    protected void holds(byte[] input) {
        String sent = latin1(input);
        Language chosen = Language.preferred(sent);
        if (chosen == Language.CHINESE) {
            // The JDK removes spaces first.
            assertThat(sent.replace(" ", "")).matches("(?is).*(zh|\\*|[a-z]{2,3}).*");
        }
        Language.of(sent).ifPresent(known -> assertThat(known.code()).isEqualTo(sent));
    }
}
