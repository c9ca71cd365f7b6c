package dev.latchkey.harness;

import dev.latchkey.edge.http.Json;
import dev.latchkey.harness.wire.Answer;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A device with one passkey, and the browser in front of it: it answers the options of a page as
 * Web Authentication describes. The test of the pages uses the authenticator of Chromium instead.
 */
public final class PasskeyDevice {
  private static final Pattern AGAIN = Pattern.compile("data-again=\"([^\"]+)\"");
  private static final Pattern OPTIONS =
      Pattern.compile("data-passkey=\"[a-z]+\" data-options=\"([^\"]*)\"");
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final int PRESENT = 0x01;
  private static final int VERIFIED = 0x04;
  private static final int WITH_KEY = 0x40;

  private final KeyPair key = pair();
  private final byte[] id = random(32);

  /** The origin that the browser writes into what the device signs. */
  public String origin;

  /** Whether the device checks the person, for example by a fingerprint. */
  public boolean isVerifying = true;

  public long counter;

  private byte[] user = {};

  public PasskeyDevice(String origin) {
    this.origin = origin;
  }

  /** The first options for a passkey on a page. */
  public static String options(Answer page) {
    return first(OPTIONS, page);
  }

  /** The options for a passkey in place of the password that a page asks for again. */
  public static String optionsAgain(Answer page) {
    return first(AGAIN, page);
  }

  private static String first(Pattern options, Answer page) {
    return options
        .matcher(page.body())
        .results()
        .map(found -> found.group(1).replace("&#34;", "\"").replace("&amp;", "&"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("asks for no passkey: " + page));
  }

  public String id() {
    return BASE64.encodeToString(id);
  }

  /** The answer to the options for a new passkey. */
  public String create(String options) {
    JsonNode asked = Json.parse(options).orElseThrow();
    user = Base64.getUrlDecoder().decode(asked.get("user").get("id").asString());
    byte[] data =
        join(
            authenticatorData(asked.get("rp").get("id").asString(), WITH_KEY),
            new byte[16],
            new byte[] {0, (byte) id.length},
            id,
            publicKey());
    byte[] attestation =
        join(
            new byte[] {(byte) 0xa3},
            text("fmt"),
            text("none"),
            text("attStmt"),
            new byte[] {(byte) 0xa0},
            text("authData"),
            new byte[] {0x58, (byte) data.length},
            data);
    var credential = Json.object();
    credential.put("id", id()).put("rawId", id()).put("type", "public-key");
    credential
        .putObject("response")
        .put("clientDataJSON", BASE64.encodeToString(clientData("webauthn.create", asked)))
        .put("attestationObject", BASE64.encodeToString(attestation));
    credential.putObject("clientExtensionResults");
    return credential.toString();
  }

  /** The answer to the options for a signature. */
  public String sign(String options) {
    JsonNode asked = Json.parse(options).orElseThrow();
    byte[] data = authenticatorData(asked.get("rpId").asString(), 0);
    byte[] clientData = clientData("webauthn.get", asked);
    var credential = Json.object();
    credential.put("id", id()).put("rawId", id()).put("type", "public-key");
    credential
        .putObject("response")
        .put("clientDataJSON", BASE64.encodeToString(clientData))
        .put("authenticatorData", BASE64.encodeToString(data))
        .put("signature", BASE64.encodeToString(signature(join(data, sha256(clientData)))))
        .put("userHandle", BASE64.encodeToString(user));
    credential.putObject("clientExtensionResults");
    return credential.toString();
  }

  private byte[] authenticatorData(String host, int flags) {
    int all = PRESENT | (isVerifying ? VERIFIED : 0) | flags;
    return join(
        sha256(host.getBytes(StandardCharsets.UTF_8)),
        new byte[] {(byte) all},
        ByteBuffer.allocate(4).putInt((int) counter).array());
  }

  private byte[] clientData(String type, JsonNode asked) {
    var data = Json.object();
    data.put("type", type)
        .put("challenge", asked.get("challenge").asString())
        .put("origin", URI.create(origin).toString())
        .put("crossOrigin", false);
    return data.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The key in the form of COSE: a map of the kind, the algorithm, the curve and the point. */
  private byte[] publicKey() {
    var point = ((ECPublicKey) key.getPublic()).getW();
    return join(
        new byte[] {(byte) 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20},
        coordinate(point.getAffineX()),
        new byte[] {0x22, 0x58, 0x20},
        coordinate(point.getAffineY()));
  }

  private static byte[] coordinate(BigInteger number) {
    byte[] bytes = number.toByteArray();
    byte[] padded = join(new byte[32], bytes);
    return Arrays.copyOfRange(padded, padded.length - 32, padded.length);
  }

  private static byte[] text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return join(new byte[] {(byte) (0x60 + bytes.length)}, bytes);
  }

  private byte[] signature(byte[] message) {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(key.getPrivate());
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static KeyPair pair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static byte[] random(int count) {
    byte[] bytes = new byte[count];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  private static byte[] join(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
