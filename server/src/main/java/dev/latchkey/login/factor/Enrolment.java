package dev.latchkey.login.factor;

import dev.latchkey.console.page.PageRequest;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.Secret;
import java.net.URI;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Shows the new key of an authenticator app. It is part of the page, sealed for the person and the
 * session to which it was shown, until {@link AddAuthenticatorApp} stores it.
 */
public record Enrolment(KeySeal seal, RandomGenerator random) {
  public PendingKey offer(PageRequest request) {
    return offer(AuthenticatorKey.draw(random), request);
  }

  /** The key that a form carries; empty if it was shown to another person or session. */
  public Optional<AuthenticatorKey> opened(PageRequest request, String sealed) {
    return decoded(sealed)
        .flatMap(bytes -> seal.open(purpose(request, request.sentWith()), bytes))
        .map(AuthenticatorKey::of);
  }

  /** Shows the key again, for example if the code was wrong. */
  public PendingKey offer(AuthenticatorKey key, PageRequest request) {
    String address = key.address(issuer(request), request.user().email());
    byte[] sealed = seal.close(purpose(request, request.key()), key.bytes());
    return new PendingKey(
        key.reveal(),
        address,
        QrDrawing.of(address),
        Base64.getUrlEncoder().withoutPadding().encodeToString(sealed));
  }

  /** The name that an app shows for this key, together with the address of the person. */
  private static String issuer(PageRequest request) {
    return "Latchkey " + URI.create(request.baseUrl()).getHost();
  }

  /** The purpose for which a key is sealed: the person and the session to which it is shown. */
  private static String purpose(PageRequest request, Secret.Session session) {
    return request.user().id().value() + " offered in " + session.hash().text();
  }

  private static Optional<byte[]> decoded(String text) {
    try {
      return Optional.of(Base64.getUrlDecoder().decode(text));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }
}
