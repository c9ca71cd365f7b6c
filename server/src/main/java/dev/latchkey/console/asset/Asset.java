package dev.latchkey.console.asset;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * A static file that pages load. It is read and compressed once. Its address contains a part of its
 * hash, so a browser can keep it for a year and still loads a new version at once.
 */
public final class Asset {
  private final String name;
  private final byte[] plain;
  private final byte[] compressed;
  private final String version;

  /** The file that consists of these resources, in this order. */
  Asset(String name, List<String> resources) {
    this(name, join(resources));
  }

  private Asset(String name, byte[] plain) {
    this.name = name;
    this.plain = plain;
    this.compressed = Compression.gzip(plain);
    this.version = version(plain);
  }

  /** A file that is not a part of the program. */
  static Asset of(String name, byte[] content) {
    return new Asset(name, content);
  }

  String name() {
    return name;
  }

  String href() {
    return "/assets/" + name + "?v=" + version;
  }

  boolean isVersion(Optional<String> asked) {
    return asked.filter(version::equals).isPresent();
  }

  byte[] plain() {
    return plain;
  }

  byte[] compressed() {
    return compressed;
  }

  String type() {
    return switch (name.substring(name.lastIndexOf('.'))) {
      case ".svg" -> "image/svg+xml";
      case ".png" -> "image/png";
      case ".js" -> "text/javascript; charset=utf-8";
      default -> "text/css; charset=utf-8";
    };
  }

  boolean isDrawing() {
    return name.endsWith(".svg");
  }

  private static String version(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash).substring(0, 12);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static byte[] join(List<String> resources) {
    var bytes = new ByteArrayOutputStream();
    resources.forEach(resource -> bytes.writeBytes(read(resource)));
    return bytes.toByteArray();
  }

  private static byte[] read(String resource) {
    try (InputStream file = Asset.class.getResourceAsStream(resource)) {
      if (file == null) {
        throw new IllegalStateException("missing " + resource);
      }
      return file.readAllBytes();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** The text of a small asset, to be written into a page. */
  public static String text(String resource) {
    return new String(read(resource), StandardCharsets.UTF_8);
  }
}
