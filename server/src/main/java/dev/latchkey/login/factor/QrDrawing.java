package dev.latchkey.login.factor;

import io.nayuki.qrcodegen.QrCode;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A QR code as one SVG path: each dark module is a square of one unit. */
public record QrDrawing(int side, String path) {
  /** The light frame that QR readers need around the code. */
  private static final int FRAME = 4;

  static QrDrawing of(String text) {
    QrCode code = QrCode.encodeText(text, QrCode.Ecc.MEDIUM);
    String path =
        IntStream.range(0, code.size)
            .mapToObj(y ->
                IntStream.range(0, code.size)
                    .filter(x -> code.getModule(x, y))
                    .mapToObj(x -> "M%d,%dh1v1h-1z".formatted(x + FRAME, y + FRAME))
                    .collect(Collectors.joining()))
            .collect(Collectors.joining());
    return new QrDrawing(code.size + 2 * FRAME, path);
  }

  @Override
  public String toString() {
    return "QrDrawing[redacted]";
  }
}
