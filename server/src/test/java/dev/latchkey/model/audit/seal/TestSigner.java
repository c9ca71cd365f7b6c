package dev.latchkey.model.audit.seal;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/** A key that signs seals, and knows others. */
public record TestSigner(KeyPair pair, List<String> others) implements SealSigner {
  public static TestSigner draw(String... others) {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return new TestSigner(generator.generateKeyPair(), List.of(others));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public TestSigner knowing(TestSigner other) {
    return new TestSigner(pair, List.of(other.key().id()));
  }

  @Override
  public SealKey key() {
    var point = ((ECPublicKey) pair.getPublic()).getW();
    return new SealKey(
        "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"%s\",\"y\":\"%s\"}"
            .formatted(coordinate(point.getAffineX()), coordinate(point.getAffineY())));
  }

  private static String coordinate(BigInteger number) {
    byte[] bytes = new byte[32];
    byte[] signed = number.toByteArray();
    int length = Math.min(signed.length, bytes.length);
    System.arraycopy(signed, signed.length - length, bytes, bytes.length - length, length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public List<String> known() {
    return Stream.concat(Stream.of(key().id()), others.stream()).toList();
  }

  @Override
  public String sign(String text) {
    try {
      Signature signature = Signature.getInstance(SealKey.ALGORITHM);
      signature.initSign(pair.getPrivate());
      signature.update(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
