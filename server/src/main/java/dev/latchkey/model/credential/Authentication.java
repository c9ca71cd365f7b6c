package dev.latchkey.model.credential;

import dev.latchkey.model.SecretHash;
import java.time.Duration;

/** The result of checking a caller's client secret: proven, throttled or failed. */
public sealed interface Authentication {
  record Proven(Credential.Personal credential, SecretHash by) implements Authentication {}

  /**
   * There were too many wrong secrets for this credential from this network address. Until {@code
   * retryAfter} has passed, a secret is not even compared, right or wrong (rule 2.9).
   */
  record Throttled(Duration retryAfter) implements Authentication {}

  enum Failed implements Authentication {
    CLIENT_UNKNOWN,
    SECRET_WRONG,
    SECRET_MISSING
  }
}
