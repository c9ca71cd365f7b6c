package dev.latchkey.model.credential;

import dev.latchkey.model.Id;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A logo as it is stored and served: a PNG that this program has drawn. */
public final class LogoImage {
  private final byte[] png;
  private final String hash;

  public LogoImage(byte[] png) {
    this.png = png.clone();
    this.hash = hash(png);
  }

  public byte[] png() {
    return png.clone();
  }

  public Logo of(Id.Client client) {
    return new Logo(client, hash);
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
