package dev.latchkey.fuzz;

/** Writes bytes as a Java string literal that can be read and pasted into a test. */
public final class Escaped {
  private Escaped() {}

  public static String bytes(byte[] bytes) {
    var text = new StringBuilder("\"");
    for (byte each : bytes) {
      char sign = (char) (each & 0xff);
      switch (sign) {
        case '\r' -> text.append("\\r");
        case '\n' -> text.append("\\n");
        case '\t' -> text.append("\\t");
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        default ->
            text.append(
                sign >= ' ' && sign < 0x7f
                    ? String.valueOf(sign)
                    : "\\u%04x".formatted((int) sign));
      }
    }
    return text.append('"').toString();
  }
}
