package dev.latchkey.model;

import java.util.Optional;

/** What a person enters after the password, told apart by its form. */
public sealed interface EnteredCode {
    /** What an authenticator app shows; right or wrong is still to be found out. */
    record OfApp(String digits) implements EnteredCode {
        @Override
        public String toString() {
            return "OfApp[redacted]";
        }
    }

    record Recovery(RecoveryCode code) implements EnteredCode {}

    static Optional<EnteredCode> parse(String text) {
        return ofApp(text)
                .<EnteredCode>map(code -> code)
                .or(() -> RecoveryCode.parse(text).map(Recovery::new));
    }

    /** Some apps show the six digits in two groups. */
    static Optional<OfApp> ofApp(String text) {
        String digits = text.replaceAll("\\s", "");
        return digits.matches("[0-9]{6}") ? Optional.of(new OfApp(digits)) : Optional.empty();
    }
}
