package dev.latchkey.harness;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Images of one colour. */
public final class Logos {
  private Logos() {}

  public static byte[] png(int side, int color) {
    var image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < side * side; i++) {
      image.setRGB(i % side, i / side, color);
    }
    var bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", bytes);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}
