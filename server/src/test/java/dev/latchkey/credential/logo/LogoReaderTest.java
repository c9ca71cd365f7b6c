package dev.latchkey.credential.logo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.Id;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogoReaderTest {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  private final LogoReader reader = new LogoReader();

  @ParameterizedTest
  @ValueSource(strings = {"png", "jpeg", "gif"})
  void an_image_is_drawn_anew_as_a_png_with_sides_of_256_pixels_at_most(String format) {
    BufferedImage drawn = drawn(encoded(image(1_024, 512), format));

    assertThat(drawn.getWidth()).isEqualTo(256);
    assertThat(drawn.getHeight()).isEqualTo(128);
    assertThat(drawn.getRGB(20, 20) >> 16 & 0xff).isGreaterThan(200);
    assertThat(drawn.getRGB(240, 20) & 0xff).isGreaterThan(200);
  }

  @Test
  void a_small_image_stays_small_and_what_is_transparent_stays_so() {
    var small = new BufferedImage(3, 1, BufferedImage.TYPE_INT_ARGB);
    small.setRGB(1, 0, 0x80ff0000);
    BufferedImage drawn = drawn(encoded(small, "png"));

    assertThat(drawn.getWidth()).isEqualTo(3);
    assertThat(drawn.getRGB(0, 0)).isZero();
    assertThat(drawn.getRGB(1, 0)).isEqualTo(0x80ff0000);
  }

  @Test
  void noise_is_stored_with_half_the_side() {
    var noise = new BufferedImage(240, 240, BufferedImage.TYPE_INT_ARGB);
    var random = new Random(1);
    for (int i = 0; i < 240 * 240; i++) {
      noise.setRGB(i % 240, i / 240, random.nextInt());
    }
    byte[] png = png(encoded(noise, "png"));

    assertThat(png.length).isLessThan(98_304);
    assertThat(decoded(png).getWidth()).isEqualTo(128);
  }

  /** The bomb: few bytes, which would need gigabytes. */
  @Test
  void an_image_of_many_pixels_is_refused_before_it_is_decoded() {
    assertThat(reader.read(hollow(50_000, 50_000))).isEqualTo(LogoReader.Flaw.TOO_MANY_PIXELS);
    assertThat(reader.read(hollow(1_025, 1))).isEqualTo(LogoReader.Flaw.TOO_MANY_PIXELS);
    assertThat(reader.read(hollow(1, 1_025))).isEqualTo(LogoReader.Flaw.TOO_MANY_PIXELS);
    assertThat(reader.read(encoded(image(1_025, 2), "gif")))
        .isEqualTo(LogoReader.Flaw.TOO_MANY_PIXELS);
    assertThat(reader.read(encoded(image(2, 1_025), "jpeg")))
        .isEqualTo(LogoReader.Flaw.TOO_MANY_PIXELS);
  }

  /** A palette makes the decoder of the JDK read every chunk, also those with compressed text. */
  @Test
  void what_is_not_needed_to_draw_an_image_is_not_read() {
    byte[] zeros = new byte[64 * 1_024 * 1_024];
    byte[] text = joined("Comment\0\0".getBytes(StandardCharsets.ISO_8859_1), deflated(zeros));
    byte[] image =
        joined(
            SIGNATURE,
            chunk("IHDR", new byte[] {0, 0, 0, 1, 0, 0, 0, 1, 8, 3, 0, 0, 0}),
            chunk("PLTE", new byte[] {1, 2, 3}),
            chunk("zTXt", text),
            chunk("eXIf", "where it was taken".getBytes(StandardCharsets.ISO_8859_1)),
            chunk("IDAT", deflated(new byte[] {0, 0})),
            chunk("IEND", new byte[0]));

    assertThat(drawn(image).getRGB(0, 0)).isEqualTo(0xff010203);
    assertThat(DrawnParts.ofPng(image).orElseThrow().length).isLessThan(120);
  }

  @Test
  void metadata_of_a_photograph_is_left_out() {
    byte[] photo = encoded(image(8, 8), "jpeg");
    byte[] place = "Exif at home".getBytes(StandardCharsets.ISO_8859_1);
    byte[] segment =
        joined(new byte[] {(byte) 0xff, (byte) 0xe1, 0, (byte) (place.length + 2)}, place);
    byte[] tagged =
        joined(Arrays.copyOf(photo, 2), segment, Arrays.copyOfRange(photo, 2, photo.length));

    assertThat(new String(DrawnParts.ofJpeg(tagged).orElseThrow(), StandardCharsets.ISO_8859_1))
        .doesNotContain("home");
    assertThat(drawn(tagged).getWidth()).isEqualTo(8);
  }

  @Test
  void a_photograph_of_many_scans_is_refused() {
    byte[] scan = {(byte) 0xff, (byte) 0xda, 0, 2};
    byte[] image = joined(new byte[] {(byte) 0xff, (byte) 0xd8}, scan);
    for (int i = 0; i < 32; i++) {
      image = joined(image, scan);
    }

    assertThat(DrawnParts.ofJpeg(image)).isEmpty();
  }

  @Test
  void other_formats_and_what_is_broken_or_too_long_are_refused() {
    for (String text :
        new String[] {
          "<svg xmlns='http://www.w3.org/2000/svg'/>", "RIFF....WEBP", "BM", "GIF89a", "\u0089PNG"
        }) {
      assertThat(reader.read(text.getBytes(StandardCharsets.ISO_8859_1)))
          .as(text)
          .isEqualTo(LogoReader.Flaw.NOT_AN_IMAGE);
    }
    assertThat(reader.read(new byte[0])).isEqualTo(LogoReader.Flaw.MISSING);
    assertThat(reader.read(new byte[LogoReader.MAX_BYTES + 1])).isEqualTo(LogoReader.Flaw.TOO_LONG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"png", "jpeg", "gif"})
  void a_changed_image_is_drawn_or_refused_and_never_an_error(String format) {
    byte[] image = encoded(image(32, 32), format);
    var random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      byte[] changed = Arrays.copyOf(image, image.length - random.nextInt(image.length / 2));
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      assertThat(reader.read(changed)).isNotNull();
    }
  }

  private BufferedImage drawn(byte[] sent) {
    return decoded(png(sent));
  }

  private byte[] png(byte[] sent) {
    assertThat(reader.read(sent)).isInstanceOf(LogoReader.Drawn.class);
    var drawn = (LogoReader.Drawn) reader.read(sent);
    assertThat(drawn.image().of(new Id.Client("cli_1")).path())
        .matches("/logos/cli_1/[0-9a-f]{64}");
    return drawn.image().png();
  }

  /** The left half is red and the right half blue. */
  private static BufferedImage image(int width, int height) {
    var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int x = 0; x < width; x++) {
      for (int y = 0; y < height; y++) {
        image.setRGB(x, y, x < width / 2 ? 0xff0000 : 0x0000ff);
      }
    }
    return image;
  }

  /** The head of a PNG that says these sides, and has no pixels. */
  private static byte[] hollow(int width, int height) {
    var head = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(head)) {
      out.writeInt(width);
      out.writeInt(height);
      out.write(new byte[] {8, 6, 0, 0, 0});
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return joined(
        SIGNATURE,
        chunk("IHDR", head.toByteArray()),
        chunk("IDAT", deflated(new byte[1_000])),
        chunk("IEND", new byte[0]));
  }

  private static byte[] chunk(String type, byte[] data) {
    byte[] named = joined(type.getBytes(StandardCharsets.ISO_8859_1), data);
    var sum = new CRC32();
    sum.update(named);
    var chunk = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(chunk)) {
      out.writeInt(data.length);
      out.write(named);
      out.writeInt((int) sum.getValue());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return chunk.toByteArray();
  }

  private static byte[] deflated(byte[] bytes) {
    var deflated = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(deflated)) {
      out.write(bytes);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return deflated.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] encoded(BufferedImage image, String format) {
    var bytes = new ByteArrayOutputStream();
    try {
      assertThat(ImageIO.write(image, format, bytes)).isTrue();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static BufferedImage decoded(byte[] png) {
    try {
      return ImageIO.read(new ByteArrayInputStream(png));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
