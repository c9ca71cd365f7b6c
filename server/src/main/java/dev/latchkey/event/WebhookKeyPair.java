package dev.latchkey.event;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/**
 * The key pair with which the messages to one webhook are signed as well (Standard Webhooks). A
 * receiver that checks these signatures holds no secret, so one that leaks forges nothing.
 */
public final class WebhookKeyPair {
  private static final String PRIVATE = "whsk_";
  private static final String PUBLIC = "whpk_";
  private static final int BYTES = 32;
  private static final String ALGORITHM = "Ed25519";

  /** The seed and the public key, as libsodium writes a private key. */
  private final byte[] bytes;

  private WebhookKeyPair(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Java makes a public key only of a private key that it has drawn itself. */
  public static WebhookKeyPair draw() {
    try {
      KeyPair drawn = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
      byte[] seed = ((EdECPrivateKey) drawn.getPrivate()).getBytes().orElseThrow();
      byte[] encoded = drawn.getPublic().getEncoded();
      byte[] all = Arrays.copyOf(seed, 2 * BYTES);
      System.arraycopy(encoded, encoded.length - BYTES, all, BYTES, BYTES);
      return new WebhookKeyPair(all);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static WebhookKeyPair stored(String text) {
    return new WebhookKeyPair(Base64.getDecoder().decode(text.substring(PRIVATE.length())));
  }

  /** Both keys, as they are encrypted. */
  String reveal() {
    return PRIVATE + Base64.getEncoder().encodeToString(bytes);
  }

  /** What the receiver checks signatures with. */
  public String publicKey() {
    return PUBLIC
        + Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, BYTES, bytes.length));
  }

  /** The signature of a message, as the header has it. */
  public String sign(String id, Instant at, String body) {
    try {
      PrivateKey key =
          KeyFactory.getInstance(ALGORITHM)
              .generatePrivate(
                  new EdECPrivateKeySpec(NamedParameterSpec.ED25519, Arrays.copyOf(bytes, BYTES)));
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(key);
      signature.update(WebhookSecret.signed(id, at, body).getBytes(StandardCharsets.UTF_8));
      return "v1a," + Base64.getEncoder().encodeToString(signature.sign());
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public String toString() {
    return "WebhookKeyPair";
  }
}
