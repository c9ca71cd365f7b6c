package dev.latchkey.protocol.authorize;

import dev.latchkey.model.SecretHash;
import dev.latchkey.model.token.UserCode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Draws and hashes the codes that users type. A plain hash of so short a code could be reversed by
 * trying all codes, so the hash needs a key that is not in the store.
 */
public final class UserCodes {
  public static final String ALGORITHM = "HmacSHA256";

  private final Supplier<List<SecretKeySpec>> keys;
  private final RandomGenerator random;

  /** The first key hashes new codes. Codes of the others may still be typed. */
  public UserCodes(Supplier<List<SecretKeySpec>> keys, RandomGenerator random) {
    this.keys = keys;
    this.random = random;
  }

  UserCode draw() {
    return UserCode.draw(random);
  }

  SecretHash hash(UserCode code) {
    return hash(code, keys.get().getFirst());
  }

  /** Every hash under which the code may be stored. */
  List<SecretHash> hashes(UserCode code) {
    return keys.get().stream().map(key -> hash(code, key)).toList();
  }

  private static SecretHash hash(UserCode code, SecretKeySpec key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return SecretHash.stored(mac.doFinal(code.reveal().getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
