package dev.latchkey.event;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key with which the messages to one webhook are signed (Standard Webhooks). The receiver has
 * it too, so the store must be able to read it again.
 */
public final class WebhookSecret {
  private static final String PREFIX = "whsec_";
  private static final int BYTES = 32;
  private static final String ALGORITHM = "HmacSHA256";

  private final String text;

  private WebhookSecret(String text) {
    this.text = text;
  }

  public static WebhookSecret draw(RandomGenerator random) {
    byte[] key = new byte[BYTES];
    random.nextBytes(key);
    return new WebhookSecret(PREFIX + Base64.getEncoder().encodeToString(key));
  }

  static WebhookSecret stored(String text) {
    return new WebhookSecret(text);
  }

  /** The secret as its owner must keep it. */
  public String reveal() {
    return text;
  }

  /** The signature of a message, as the header has it. */
  public String sign(String id, Instant at, String body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      byte[] key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
      mac.init(new SecretKeySpec(key, ALGORITHM));
      byte[] signature = mac.doFinal(signed(id, at, body).getBytes(StandardCharsets.UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(signature);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static String signed(String id, Instant at, String body) {
    return "%s.%d.%s".formatted(id, at.getEpochSecond(), body);
  }

  @Override
  public String toString() {
    return "WebhookSecret";
  }
}
