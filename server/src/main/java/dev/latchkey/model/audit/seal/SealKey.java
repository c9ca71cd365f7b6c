package dev.latchkey.model.audit.seal;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The public key of a seal: a JSON Web Key with its required members alone, in the order in which
 * its thumbprint is computed (RFC 7638). The thumbprint is its id, as in the key set that the
 * server publishes.
 */
public record SealKey(String jwk) {
  /** ES256 (RFC 7518 section 3.4). */
  public static final String ALGORITHM = "SHA256withECDSAinP1363Format";

  private static final Pattern FORM =
      Pattern.compile(
          "\\{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"([\\w-]{43})\",\"y\":\"([\\w-]{43})\"}");

  public String id() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(jwk));
  }

  /** False also if the key or the signature is malformed. */
  public boolean verifies(String text, String signature) {
    Matcher members = FORM.matcher(jwk);
    if (!members.matches()) {
      return false;
    }
    try {
      Signature check = Signature.getInstance(ALGORITHM);
      check.initVerify(key(number(members.group(1)), number(members.group(2))));
      check.update(text.getBytes(StandardCharsets.UTF_8));
      return check.verify(Base64.getUrlDecoder().decode(signature));
    } catch (GeneralSecurityException | IllegalArgumentException malformed) {
      return false;
    }
  }

  private static ECPublicKey key(BigInteger x, BigInteger y) throws GeneralSecurityException {
    var curve = AlgorithmParameters.getInstance("EC");
    curve.init(new ECGenParameterSpec("secp256r1"));
    var spec =
        new ECPublicKeySpec(new ECPoint(x, y), curve.getParameterSpec(ECParameterSpec.class));
    return (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(spec);
  }

  private static BigInteger number(String text) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(text));
  }
}
