package dev.latchkey.console.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The {@code state} and the PKCE verifier of a trial. Both are derived from the key of the session
 * and from a random number in the state, so nothing has to be stored until the browser returns, and
 * only the session that started a trial accepts its answer.
 */
record TrialProof(String state, String verifier) {
  private static final int RANDOM_BYTES = 16;
  private static final int RANDOM_CHARS = 22;

  static TrialProof draw(Secret.Session key, Id.Client client, RandomGenerator random) {
    var bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    return of(encoded(bytes), key, client);
  }

  /** The proof with this state; empty if another session or another credential made the state. */
  static Optional<TrialProof> check(String state, Secret.Session key, Id.Client client) {
    if (state.length() <= RANDOM_CHARS) {
      return Optional.empty();
    }
    TrialProof made = of(state.substring(0, RANDOM_CHARS), key, client);
    boolean isOurs =
        MessageDigest.isEqual(
            made.state.getBytes(StandardCharsets.UTF_8), state.getBytes(StandardCharsets.UTF_8));
    return isOurs ? Optional.of(made) : Optional.empty();
  }

  private static TrialProof of(String drawn, Secret.Session key, Id.Client client) {
    return new TrialProof(
        drawn + hmac(key, "trial state " + client.value() + " " + drawn),
        hmac(key, "trial verifier " + client.value() + " " + drawn));
  }

  /** 43 characters, which is also the shortest verifier that RFC 7636 allows. */
  private static String hmac(Secret.Session key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      byte[] secret = key.reveal().getBytes(StandardCharsets.UTF_8);
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return encoded(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public String toString() {
    return "TrialProof[redacted]";
  }
}
