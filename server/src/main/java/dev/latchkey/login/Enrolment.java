package dev.latchkey.login;

import dev.latchkey.console.page.PageRequest;
import dev.latchkey.model.EnteredCode;
import dev.latchkey.model.FactorProof;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.RecoveryCode;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.storage.people.SecondFactors;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Sets up an authenticator app. The new key is part of the page, sealed for the person and the
 * session to which it was shown. Nothing is stored before a code confirms the key.
 */
public record Enrolment(SecondFactors factors, KeySeal seal, RandomGenerator random) {
  private static final int RECOVERY_CODES = 10;

  sealed interface Outcome {
    record Added(List<RecoveryCode> codes) implements Outcome {}

    record CodeWrong(PendingKey key) implements Outcome {}

    enum Refused implements Outcome {
      /** The key was shown to another person, or in another session. */
      NOT_OFFERED,
      THERE_ALREADY
    }
  }

  PendingKey offer(PageRequest request) {
    return offer(AuthenticatorKey.draw(random), request);
  }

  /** The key that a form carries, to be shown again; empty if it was not offered here. */
  Optional<PendingKey> offered(PageRequest request, String sealed) {
    return opened(request, sealed).map(key -> offer(key, request));
  }

  private Optional<AuthenticatorKey> opened(PageRequest request, String sealed) {
    return decoded(sealed)
        .flatMap(bytes -> seal.open(purpose(request, request.sentWith()), bytes))
        .map(AuthenticatorKey::of);
  }

  Outcome confirm(PageRequest request, String sealed, String code) {
    Optional<AuthenticatorKey> key = opened(request, sealed);
    if (key.isEmpty()) {
      return Outcome.Refused.NOT_OFFERED;
    }
    RequestMoment now = request.moment();
    Optional<FactorProof.OfStep> proof =
        EnteredCode.ofApp(code).flatMap(entered -> key.get().proof(entered, now.at()));
    if (proof.isEmpty()) {
      return new Outcome.CodeWrong(offer(key.get(), request));
    }
    User user = request.user();
    List<RecoveryCode> codes = recoveryCodes();
    byte[] stored = seal.close(user.id().value(), key.get().bytes());
    var factor = new SecondFactors.NewFactor(stored, proof.get(), codes);
    return factors.add(user, factor, request.key(), now)
        ? new Outcome.Added(codes)
        : Outcome.Refused.THERE_ALREADY;
  }

  List<RecoveryCode> recoveryCodes() {
    return Stream.generate(() -> RecoveryCode.draw(random)).limit(RECOVERY_CODES).toList();
  }

  private PendingKey offer(AuthenticatorKey key, PageRequest request) {
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
