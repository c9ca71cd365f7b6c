package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecoveryCodeTest {
    private final RecoveryCode code = RecoveryCode.draw(new SecureRandom());

    @Test
    void it_is_written_in_four_groups_and_read_however_it_is_typed() {
        String written = code.reveal();

        assertThat(written).matches("[a-z2-7]{6}(-[a-z2-7]{6}){3}");
        assertThat(RecoveryCode.parse(written)).map(RecoveryCode::hash).contains(code.hash());
        assertThat(RecoveryCode.parse(" " + written.toUpperCase(Locale.ROOT).replace('-', ' ')))
                .map(RecoveryCode::hash)
                .contains(code.hash());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "123456", "abcdef-abcdef-abcdef-abcde", "abcdef-abcdef-abcdef-abcde1"})
    void what_is_too_short_or_has_other_signs_is_none(String text) {
        assertThat(RecoveryCode.parse(text)).isEmpty();
    }

    @Test
    void its_text_tells_nothing() {
        assertThat(code.toString()).isEqualTo("RecoveryCode[redacted]");
    }
}
