package dev.latchkey.edge.http.hoard;

import dev.latchkey.harness.wire.RawHttp2;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Bytes of HTTP/2, in the order in which they are added. */
final class Frames {
  private static final int CONTINUED = 16_000;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  Frames() {
    bytes.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    frame(RawHttp2.SETTINGS, 0, 0, new byte[0]);
  }

  Frames frame(int type, int flags, int stream, byte[] payload) {
    bytes.write(payload.length >> 16);
    bytes.write(payload.length >> 8);
    bytes.write(payload.length);
    bytes.write(type);
    bytes.write(flags);
    bytes.writeBytes(number(stream));
    bytes.writeBytes(payload);
    return this;
  }

  static byte[] number(int value) {
    return new byte[] {
      (byte) (value >> 24), (byte) (value >> 16), (byte) (value >> 8), (byte) value
    };
  }

  /** The head of one stream, in as many frames as it needs. */
  Frames head(int stream, int flags, byte[] block) {
    for (int at = 0; at < block.length; at += CONTINUED) {
      int end = Math.min(at + CONTINUED, block.length);
      int last = end == block.length ? RawHttp2.END_HEADERS : 0;
      frame(
          at == 0 ? RawHttp2.HEADERS : RawHttp2.CONTINUATION,
          (at == 0 ? flags : 0) | last,
          stream,
          java.util.Arrays.copyOfRange(block, at, end));
    }
    return this;
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }
}
