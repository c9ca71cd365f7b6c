package dev.latchkey.credential.logo;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * The parts of an image that are needed to draw it. Everything else is left out before the image is
 * decoded, because the decoder would read it: compressed texts that become a thousand times as
 * long, colour profiles, thumbnails, and where the picture was taken.
 */
final class DrawnParts {
  private static final Set<String> PNG_CHUNKS = Set.of("IHDR", "PLTE", "tRNS", "IDAT", "IEND");
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  /** Each scan of a progressive image is drawn over the whole image. */
  private static final int MAX_SCANS = 32;

  private static final int START_OF_SCAN = 0xda;
  private static final int ADOBE = 0xee;
  private static final int FIRST_APPLICATION = 0xe0;
  private static final int LAST_APPLICATION = 0xef;
  private static final int COMMENT = 0xfe;
  private static final int FILL = 0xff;
  private static final int FIRST_WITH_LENGTH = 0xc0;
  private static final int FIRST_RESTART = 0xd0;
  private static final int LAST_WITHOUT_LENGTH = 0xd9;

  private DrawnParts() {}

  /** Empty if the image is malformed. */
  static Optional<byte[]> ofPng(byte[] image) {
    var in = ByteBuffer.wrap(image);
    var out = new ByteArrayOutputStream(image.length);
    out.writeBytes(PNG);
    in.position(PNG.length);
    while (in.remaining() >= 12) {
      int start = in.position();
      int length = in.getInt();
      byte[] type = new byte[4];
      in.get(type);
      if (length < 0 || length > in.remaining() - 4) {
        return Optional.empty();
      }
      in.position(in.position() + length + 4);
      String name = new String(type, StandardCharsets.ISO_8859_1);
      if (PNG_CHUNKS.contains(name)) {
        out.write(image, start, length + 12);
      }
      if (name.equals("IEND")) {
        return Optional.of(out.toByteArray());
      }
    }
    return Optional.empty();
  }

  /** The same. The marker of Adobe stays, because it says how colours are stored. */
  static Optional<byte[]> ofJpeg(byte[] image) {
    if (scans(image) > MAX_SCANS) {
      return Optional.empty();
    }
    var out = new ByteArrayOutputStream(image.length);
    out.write(image, 0, 2);
    int at = 2;
    while (at + 4 <= image.length && image[at] == (byte) 0xff) {
      int marker = image[at + 1] & 0xff;
      int end = at + 2 + (((image[at + 2] & 0xff) << 8) | (image[at + 3] & 0xff));
      if (marker == START_OF_SCAN) {
        out.write(image, at, image.length - at);
        return Optional.of(out.toByteArray());
      }
      if (end > image.length || end < at + 4 || !hasLength(marker)) {
        return Optional.empty();
      }
      boolean isLeftOut =
          marker == COMMENT
              || (marker >= FIRST_APPLICATION && marker <= LAST_APPLICATION && marker != ADOBE);
      if (!isLeftOut) {
        out.write(image, at, end - at);
      }
      at = end;
    }
    return Optional.empty();
  }

  /**
   * Whether a length follows the marker. After one without, and after a byte that fills up, the
   * decoder would see other parts than those that were looked at here.
   */
  private static boolean hasLength(int marker) {
    return marker >= FIRST_WITH_LENGTH
        && marker != FILL
        && (marker < FIRST_RESTART || marker > LAST_WITHOUT_LENGTH);
  }

  private static int scans(byte[] image) {
    int scans = 0;
    for (int i = 0; i + 1 < image.length; i++) {
      scans += image[i] == (byte) 0xff && image[i + 1] == (byte) START_OF_SCAN ? 1 : 0;
    }
    return scans;
  }
}
