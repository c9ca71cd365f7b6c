package dev.latchkey.credential.logo;

import dev.latchkey.model.credential.LogoImage;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Decodes an image that someone sent, and draws it again. The length of what was sent, and its
 * width and height, are bounded before it is decoded. One image is decoded at a time, so that many
 * of them take no more memory than one.
 */
public final class LogoReader {
  public static final int MAX_BYTES = 262_144;

  /** The most that a side may have of what is sent. */
  public static final int MAX_SIDE = 1_024;

  /** The longer side of what is stored. */
  private static final int SIDE = 256;

  /** What is longer is drawn with half the side, which is shorter even for noise. */
  private static final int MAX_STORED_BYTES = 98_304;

  // No screen is needed, and the libraries for one may be missing.
  static {
    System.setProperty("java.awt.headless", "true");
  }

  private final ReentrantLock oneAtATime = new ReentrantLock();

  public sealed interface Outcome {}

  public record Drawn(LogoImage image) implements Outcome {}

  public enum Flaw implements Outcome {
    MISSING,
    TOO_LONG,
    NOT_AN_IMAGE,
    TOO_MANY_PIXELS
  }

  public Outcome read(byte[] sent) {
    if (sent.length == 0) {
      return Flaw.MISSING;
    }
    if (sent.length > MAX_BYTES) {
      return Flaw.TOO_LONG;
    }
    oneAtATime.lock();
    try {
      return decoded(sent);
    } catch (IOException | RuntimeException broken) {
      // The decoders of the JDK throw many kinds for what they do not understand.
      return Flaw.NOT_AN_IMAGE;
    } finally {
      oneAtATime.unlock();
    }
  }

  private enum Format {
    PNG,
    JPEG,
    GIF
  }

  /** Empty for every other format, above all for drawings that can contain scripts. */
  private static Optional<Format> format(byte[] image) {
    return switch (image[0] & 0xff) {
      case 0x89 -> Optional.of(Format.PNG);
      case 0xff -> Optional.of(Format.JPEG);
      case 'G' -> Optional.of(Format.GIF);
      default -> Optional.empty();
    };
  }

  private static Outcome decoded(byte[] sent) throws IOException {
    Optional<Format> format = format(sent);
    Optional<byte[]> parts =
        format.flatMap(known ->
            switch (known) {
              case PNG -> DrawnParts.ofPng(sent);
              case JPEG -> DrawnParts.ofJpeg(sent);
              case GIF -> Optional.of(sent);
            });
    return parts.isEmpty() ? Flaw.NOT_AN_IMAGE : decoded(format.get(), parts.get());
  }

  private static Outcome decoded(Format format, byte[] image) throws IOException {
    ImageReader reader = ImageIO.getImageReadersByFormatName(format.name()).next();
    try (var in = new MemoryCacheImageInputStream(new ByteArrayInputStream(image))) {
      reader.setInput(in, true, true);
      if (reader.getWidth(0) > MAX_SIDE || reader.getHeight(0) > MAX_SIDE) {
        return Flaw.TOO_MANY_PIXELS;
      }
      return new Drawn(draw(reader.read(0)));
    } finally {
      reader.dispose();
    }
  }

  /** The logo that looks like the image. */
  public static LogoImage draw(BufferedImage image) throws IOException {
    byte[] png = png(scaled(image, SIDE));
    return new LogoImage(png.length > MAX_STORED_BYTES ? png(scaled(image, SIDE / 2)) : png);
  }

  /** The image with sides of at most {@code side}. A smaller one is not made larger. */
  private static BufferedImage scaled(BufferedImage from, int side) {
    double scale = Math.min(1, (double) side / Math.max(from.getWidth(), from.getHeight()));
    int width = Math.max(1, (int) Math.round(from.getWidth() * scale));
    int height = Math.max(1, (int) Math.round(from.getHeight() * scale));
    var to = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    for (int y = 0; y < height; y++) {
      int top = y * from.getHeight() / height;
      int bottom = Math.max(top + 1, (y + 1) * from.getHeight() / height);
      int[] rows = from.getRGB(0, top, from.getWidth(), bottom - top, null, 0, from.getWidth());
      for (int x = 0; x < width; x++) {
        int left = x * from.getWidth() / width;
        int right = Math.max(left + 1, (x + 1) * from.getWidth() / width);
        to.setRGB(x, y, mean(rows, from.getWidth(), left, right));
      }
    }
    return to;
  }

  /** The mean colour of the columns. A pixel counts as much as it is opaque. */
  private static int mean(int[] rows, int width, int left, int right) {
    long alpha = 0;
    long red = 0;
    long green = 0;
    long blue = 0;
    for (int start = 0; start < rows.length; start += width) {
      for (int x = left; x < right; x++) {
        int pixel = rows[start + x];
        int opaque = pixel >>> 24;
        alpha += opaque;
        red += opaque * (long) (pixel >> 16 & 0xff);
        green += opaque * (long) (pixel >> 8 & 0xff);
        blue += opaque * (long) (pixel & 0xff);
      }
    }
    if (alpha == 0) {
      return 0;
    }
    int pixels = rows.length / width * (right - left);
    return (int)
        (((alpha / pixels) << 24)
            | ((red / alpha) << 16)
            | ((green / alpha) << 8)
            | (blue / alpha));
  }

  private static byte[] png(BufferedImage image) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("PNG").next();
    var bytes = new ByteArrayOutputStream();
    try (var out = new MemoryCacheImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(image);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}
