package dev.latchkey.console.page;

import java.util.Optional;

/**
 * Whether forms for sensitive actions ask who the person is (rule 6.5), and what became of the
 * answer in this request. {@code passkeyOptions}: what the browser passes to the authenticator in
 * place of the password; empty if the person has no passkey.
 */
public record Confirmation(State state, Optional<String> passkeyOptions) {
  static final Confirmation NONE = new Confirmation(State.NOT_ASKED, Optional.empty());

  enum State {
    /** The person signed in, or confirmed it, a short time ago. */
    NOT_ASKED,
    ASKED,
    PASSWORD_WRONG,
    PASSKEY_WRONG,
    TOO_MANY_WRONG
  }

  static Confirmation asked(Optional<String> passkeyOptions) {
    return new Confirmation(State.ASKED, passkeyOptions);
  }

  Confirmation in(State known) {
    return new Confirmation(known, passkeyOptions);
  }

  boolean isAsked() {
    return state != State.NOT_ASKED;
  }
}
