package dev.latchkey.login.factor;

import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.FactorProof;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.util.encoders.Base32;

/**
 * The key that the server shares with an authenticator app. From the key and the time, both compute
 * the same six digits (RFC 6238). It uses SHA-1 and periods of 30 seconds, because many apps
 * support nothing else.
 */
public final class AuthenticatorKey {
  private static final int BYTES = 20;
  private static final long PERIOD_MILLIS = Duration.ofSeconds(30).toMillis();
  private static final int SKEW = 1;
  private static final int MODULUS = 1_000_000;

  private final byte[] key;

  private AuthenticatorKey(byte[] key) {
    this.key = key;
  }

  public static AuthenticatorKey draw(RandomGenerator random) {
    byte[] key = new byte[BYTES];
    random.nextBytes(key);
    return new AuthenticatorKey(key);
  }

  static AuthenticatorKey of(byte[] key) {
    return new AuthenticatorKey(key.clone());
  }

  public byte[] bytes() {
    return key.clone();
  }

  /** The key as text, for an app that cannot scan the picture. */
  String reveal() {
    return text().replaceAll("(.{4})(?!$)", "$1 ");
  }

  /** The address that an app reads from the picture. */
  public String address(String issuer, String account) {
    return "otpauth://totp/%s:%s?secret=%s&issuer=%s"
        .formatted(encoded(issuer), encoded(account), text(), encoded(issuer));
  }

  /**
   * Checks the digits. They are correct if they belong to the current period, the one before or the
   * one after. The result is the number of that period.
   */
  public Optional<FactorProof.OfStep> proof(EnteredCode.OfApp entered, Instant now) {
    long present = now.toEpochMilli() / PERIOD_MILLIS;
    byte[] digits = entered.digits().getBytes(StandardCharsets.US_ASCII);
    return LongStream.rangeClosed(present - SKEW, present + SKEW)
        .filter(step -> MessageDigest.isEqual(digits, digits(step)))
        .mapToObj(FactorProof.OfStep::new)
        .findFirst();
  }

  private byte[] digits(long step) {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(key, "HmacSHA1"));
      byte[] hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
      int offset = hash[hash.length - 1] & 0x0f;
      int number = ByteBuffer.wrap(hash).getInt(offset) & Integer.MAX_VALUE;
      return "%06d".formatted(number % MODULUS).getBytes(StandardCharsets.US_ASCII);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private String text() {
    return Base32.toBase32String(key);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public String toString() {
    return "AuthenticatorKey[redacted]";
  }
}
