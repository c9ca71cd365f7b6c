package dev.latchkey.login.provider;

import dev.latchkey.model.Secret;
import dev.latchkey.model.token.CodeChallenge;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The values that a browser takes to a provider. All of them are computed from one secret in its
 * cookie. Therefore the browser that returns is the one that was sent, and only a hash is stored.
 * {@code redirectUri} is the address to which the provider sends the browser back.
 */
public record ProviderVisit(
    IdentityProvider provider, Secret.ExternalSignIn key, String redirectUri) {
  String state() {
    return derived("state");
  }

  public boolean isState(String sent) {
    return MessageDigest.isEqual(
        state().getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
  }

  String nonce() {
    return derived("nonce");
  }

  String verifier() {
    return derived("verifier");
  }

  String challenge() {
    return CodeChallenge.ofVerifier(verifier()).orElseThrow().text();
  }

  private String derived(String purpose) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      byte[] secret = key.reveal().getBytes(StandardCharsets.UTF_8);
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
