package dev.latchkey.credential.logo;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrawnPartsTest {
  @Test
  void anOrdinaryImageIsDrawn() throws IOException {
    assertThat(DrawnParts.ofJpeg(jpeg())).isPresent();
  }

  @ParameterizedTest
  @ValueSource(ints = {0x00, 0x01, 0xd0, 0xd7, 0xd8, 0xff})
  void nothingHidesAfterAMarkerWithoutLength(int marker) throws IOException {
    byte[] image = jpeg();
    var hiding = new ByteArrayOutputStream();
    hiding.write(image, 0, 2);
    hiding.write(0xff);
    hiding.write(marker);
    // The decoder sees a profile here, and a reader of lengths sees one of 65,506 bytes.
    hiding.writeBytes(new byte[] {(byte) 0xff, (byte) 0xe2});
    hiding.writeBytes(new byte[65_504]);
    hiding.write(image, 2, image.length - 2);

    assertThat(DrawnParts.ofJpeg(hiding.toByteArray())).isEmpty();
  }

  private static byte[] jpeg() throws IOException {
    var bytes = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB), "JPEG", bytes);
    return bytes.toByteArray();
  }
}
