package dev.latchkey.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.latchkey.harness.Checkout;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares the page that shows every component with the stored pictures of it, so that a change of
 * the style that was not intended is noticed. After an intended change, {@code docs/take-pictures}
 * replaces the stored pictures.
 */
class ComponentsPageTest extends Journey {
  /** The largest difference of a colour that still counts as the same, of 255. */
  private static final int TOLERANCE = 24;

  /** The part of the points that may differ: edges of letters, drawn by another version. */
  private static final double ALLOWED = 0.005;

  @ParameterizedTest
  @EnumSource
  void the_components_look_as_in_the_stored_picture(Look look) throws IOException {
    page.context().close();
    page = look.show(chromium, site);
    byte[] taken = Look.shot(page);

    double difference = difference(taken, Files.readAllBytes(look.picture()));

    if (difference > ALLOWED) {
      Files.write(Checkout.file("server/target/components-" + look + ".png"), taken);
    }
    assertThat(difference)
        .as("part of the points that differ; the new picture is in server/target")
        .isLessThanOrEqualTo(ALLOWED);
  }

  @Test
  void a_changed_colour_is_noticed() throws IOException {
    Page changed = Look.LIGHT.show(chromium, site);
    changed.addStyleTag(
        new Page.AddStyleTagOptions().setContent("button { background: red !important; }"));
    byte[] taken = Look.shot(changed);
    changed.context().close();

    assertThat(difference(taken, Files.readAllBytes(Look.LIGHT.picture()))).isGreaterThan(ALLOWED);
  }

  /** The part of the points in which two pictures differ; 1 if they differ in size. */
  private static double difference(byte[] taken, byte[] stored) throws IOException {
    BufferedImage one = ImageIO.read(new ByteArrayInputStream(taken));
    BufferedImage other = ImageIO.read(new ByteArrayInputStream(stored));
    if (one.getWidth() != other.getWidth() || one.getHeight() != other.getHeight()) {
      return 1;
    }
    long different = 0;
    for (int y = 0; y < one.getHeight(); y++) {
      for (int x = 0; x < one.getWidth(); x++) {
        if (differs(one.getRGB(x, y), other.getRGB(x, y))) {
          different++;
        }
      }
    }
    return (double) different / one.getWidth() / one.getHeight();
  }

  private static boolean differs(int one, int other) {
    for (int shift = 0; shift < 24; shift += 8) {
      if (Math.abs((one >> shift & 0xff) - (other >> shift & 0xff)) > TOLERANCE) {
        return true;
      }
    }
    return false;
  }
}
