package dev.latchkey.app.demo.history;

import dev.latchkey.model.Id;
import dev.latchkey.model.person.Passkey;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.random.RandomGenerator;

/**
 * A passkey of a person of the sample data. Nobody can sign in with it, because its private key is
 * not kept.
 */
final class LostPasskey {
  private static final int AUTHENTICATOR_BYTES = 16;
  private static final int ID_BYTES = 16;
  private static final int COORDINATE_BYTES = 32;

  /** A COSE key in CBOR: five members, type EC2, algorithm ES256, curve P-256, and {@code x}. */
  private static final byte[] BEFORE_X = {
    (byte) 0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, COORDINATE_BYTES
  };

  private static final byte[] BEFORE_Y = {0x22, 0x58, COORDINATE_BYTES};

  private LostPasskey() {}

  static Passkey.Key of(Id.User user, RandomGenerator random) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(id);
    return new Passkey.Key(text, user, data(id), 0);
  }

  /** The attested credential data of WebAuthn: the model, which is unknown, the id and the key. */
  private static byte[] data(byte[] id) {
    ECPublicKey key = publicKey();
    var data = new ByteArrayOutputStream();
    data.writeBytes(new byte[AUTHENTICATOR_BYTES]);
    data.writeBytes(ByteBuffer.allocate(Short.BYTES).putShort((short) id.length).array());
    data.writeBytes(id);
    data.writeBytes(BEFORE_X);
    data.writeBytes(coordinate(key.getW().getAffineX()));
    data.writeBytes(BEFORE_Y);
    data.writeBytes(coordinate(key.getW().getAffineY()));
    return data.toByteArray();
  }

  private static ECPublicKey publicKey() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return (ECPublicKey) generator.generateKeyPair().getPublic();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** A coordinate with leading zeros, and without the byte of its sign. */
  private static byte[] coordinate(BigInteger value) {
    byte[] bytes = value.toByteArray();
    byte[] fixed = new byte[COORDINATE_BYTES];
    int length = Math.min(bytes.length, COORDINATE_BYTES);
    System.arraycopy(bytes, bytes.length - length, fixed, COORDINATE_BYTES - length, length);
    return fixed;
  }
}
