package dev.latchkey.model.person;

import java.util.Optional;

/** The code that a person enters after the password. Its form tells which kind it is. */
public sealed interface EnteredCode {
  /**
   * Six digits, as an authenticator app shows them. Whether they are correct has not been checked
   * yet.
   */
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

  /** Accepts blanks, because some apps show the six digits in two groups. */
  static Optional<OfApp> ofApp(String text) {
    String digits = text.replaceAll("\\s", "");
    return digits.matches("[0-9]{6}") ? Optional.of(new OfApp(digits)) : Optional.empty();
  }
}
