package dev.latchkey.api.view;

import java.time.Instant;

/** A link by which a person chooses a password. {@code mailed}: whether it is also mailed. */
public record PasswordLinkView(String link, Instant expiresAt, boolean mailed) {
  @Override
  public String toString() {
    return "PasswordLinkView[" + expiresAt + "]";
  }
}
