package dev.latchkey.model.person;

import dev.latchkey.model.Id;
import java.time.Instant;
import java.util.Optional;

/**
 * A passkey as its user sees it. {@code id} is the identifier that the authenticator chose, in
 * base64url. It is no secret.
 */
public record Passkey(String id, String name, Instant createdAt, Optional<Instant> lastUsedAt) {

  /**
   * What a signature of a passkey is checked against. {@code data} is the attested credential data
   * of WebAuthn, which contains the public key. {@code counter} is the number of signatures that
   * the authenticator reported last; many authenticators always report zero.
   */
  public record Key(String id, Id.User user, byte[] data, long counter) {}
}
