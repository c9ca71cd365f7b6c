package dev.latchkey.login.factor;

import dev.latchkey.edge.http.RateLimit;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.Id;
import dev.latchkey.model.Network;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.model.person.Passkey;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.Passkeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Asks for passkeys and checks their signatures. Whether a challenge was answered before is decided
 * by the write that marks it as used. Anyone can answer, so the answers of each network are limited
 * in the memory of this process; a correct one does not count.
 */
public final class PasskeyCheck {
  /** The field of a form that contains what the authenticator answered. */
  public static final String FIELD = "passkey";

  /** The field in which the form for a new passkey carries its challenge. */
  static final String CHALLENGE = "challenge";

  private final WebAuthn webAuthn = new WebAuthn();
  private final PasskeyChallenges challenges;
  private final Passkeys passkeys;
  private final RateLimit answers;

  public PasskeyCheck(PasskeyChallenges challenges, Passkeys passkeys, RateLimit answers) {
    this.challenges = challenges;
    this.passkeys = passkeys;
    this.answers = answers;
  }

  /** What the answer of an authenticator proves. */
  public sealed interface Outcome {
    record Proven(FactorProof.ByPasskey proof) implements Outcome {}

    record Throttled(Duration retryAfter) implements Outcome {}

    /** The signature is not that of a known passkey for this challenge. */
    record Wrong() implements Outcome {}
  }

  /** The options with which a page asks for one of these passkeys, or for any if it names none. */
  public Optional<String> ask(Request request, PasskeyPurpose purpose, List<Passkey> allowed) {
    if (!WebAuthn.isPossibleAt(request.baseUrl())) {
      return Optional.empty();
    }
    byte[] challenge = challenges.create(purpose, request.moment().at());
    return Optional.of(webAuthn.requestOptions(request.baseUrl(), purpose, allowed, challenge));
  }

  public byte[] newChallenge(PasskeyPurpose purpose, Instant now) {
    return challenges.create(purpose, now);
  }

  /** The challenge that a form carries; empty if it is not one of this purpose. */
  public Optional<byte[]> carried(Request request, PasskeyPurpose purpose) {
    Instant now = request.moment().at();
    return request
        .form()
        .value(CHALLENGE)
        .flatMap(PasskeyCheck::decoded)
        .filter(challenge -> challenges.open(challenge, purpose, now).isPresent());
  }

  private static Optional<byte[]> decoded(String text) {
    try {
      return Optional.of(Base64.getUrlDecoder().decode(text));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  /** The options with which a page adds a passkey. */
  public String askForNew(String baseUrl, byte[] challenge, User user, List<Passkey> known) {
    return webAuthn.creationOptions(baseUrl, user, known, challenge);
  }

  /** The new passkey; empty if it does not answer this challenge. */
  Optional<WebAuthn.NewKey> created(PasskeyAnswer sent, byte[] challenge) {
    return webAuthn
        .newAnswer(sent.json())
        .filter(answer -> Arrays.equals(answer.challenge(), challenge))
        .filter(answer -> webAuthn.isSound(answer, sent.baseUrl()))
        .map(WebAuthn.NewAnswer::key);
  }

  /** Checks the answer in the usual field of a form. */
  public Outcome of(Request request, PasskeyPurpose purpose) {
    return of(request, FIELD, purpose);
  }

  public Outcome of(Request request, String field, PasskeyPurpose purpose) {
    return of(PasskeyAnswer.in(request, field), purpose, request.moment());
  }

  Outcome of(PasskeyAnswer sent, PasskeyPurpose purpose, RequestMoment now) {
    Optional<WebAuthn.Answer> answer = webAuthn.answer(sent.json());
    Optional<Id.Form> challenge =
        answer.flatMap(signed -> challenges.open(signed.challenge(), purpose, now.at()));
    if (challenge.isEmpty()) {
      return new Outcome.Wrong();
    }
    Network from = now.network();
    Optional<Duration> wait = answers.takeOrWait(from);
    if (wait.isPresent()) {
      return new Outcome.Throttled(wait.get());
    }
    Optional<Passkey.Key> known = passkeys.find(answer.get().passkey());
    boolean isSound =
        known.isPresent()
            && answer.get().isOf(known.get().user())
            && webAuthn.isSound(answer.get(), known.get(), sent.baseUrl(), purpose);
    if (!isSound) {
      passkeys.refuse(challenge.get(), known.map(Passkey.Key::user), now);
      return new Outcome.Wrong();
    }
    answers.giveBack(from);
    return new Outcome.Proven(
        new FactorProof.ByPasskey(known.get(), answer.get().counter(), challenge.get()));
  }
}
