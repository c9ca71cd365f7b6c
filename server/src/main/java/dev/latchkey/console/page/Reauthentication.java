package dev.latchkey.console.page;

import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.Secret;
import dev.latchkey.model.person.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Asks for the password, or for a passkey, again before a sensitive action (rule 6.5). {@link
 * PageGuard} checks it before a page sees the form. The page reads the result from {@link
 * PageRequest#passwordErrors}.
 */
public interface Reauthentication {
  String FIELD = "current_password";

  /** The field with the answer of a passkey, in place of the password. */
  String PASSKEY_FIELD = "current_passkey";

  /** Whether a form carries a password or the answer of a passkey. */
  static boolean isIn(Form form) {
    return !form.value(FIELD).orElse("").isEmpty()
        || !form.value(PASSKEY_FIELD).orElse("").isEmpty();
  }

  /**
   * The earliest sign-in that is recent enough for a sensitive action. If the person signed in
   * before, the form must carry the field {@link #FIELD} or {@link #PASSKEY_FIELD}.
   */
  Instant earliest(Instant now);

  /**
   * With what a browser asks the authenticator in place of the password; empty if the person has no
   * passkey.
   */
  Optional<String> passkeyOptions(Request request, Session session, Secret.Session key);

  /**
   * Checks the password or the passkey in the form. Call it only when it is due. If it is right,
   * the session gets a new key, so that a stolen copy of the previous key stops working (security
   * row 77).
   */
  Outcome check(PageRequest sent);

  sealed interface Outcome {
    record Right(Secret.Session key) implements Outcome {}

    record WrongPassword() implements Outcome {}

    record WrongPasskey() implements Outcome {}

    record Throttled(Duration retryAfter) implements Outcome {}
  }
}
