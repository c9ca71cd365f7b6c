package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Routes;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Reads the heads of the requests on one connection, strictly (RFC 9112): a head that two readers
 * could understand in different ways is refused. The library's decoder is not used, because it
 * joins folded lines and ignores chunk extensions, and this cannot be turned off.
 */
final class HeadReader {
  static final int HEADER_BYTES = 16_384;

  private static final Refusal LINE_TOO_LONG =
      new Refusal(414, "invalid_request", "The request line is longer than 16 KiB.");
  private static final Refusal HEADERS_TOO_LONG =
      new Refusal(431, "invalid_request", "The headers are longer than 16 KiB.");

  /** Where the current line begins, counted from the first byte of the head. */
  private int line;

  /**
   * How many bytes have been examined already. A head may arrive one byte at a time, and each byte
   * is examined once.
   */
  private int examined;

  private int requestLine;

  sealed interface Result permits Incomplete, RequestHead, Refused {}

  enum Incomplete implements Result {
    MORE_IS_NEEDED
  }

  /** A refused head. {@code path} is empty if none could be read. */
  record Refused(Refusal refusal, String path) implements Result {}

  /** Removes a complete head from the buffer, or leaves all bytes there. */
  Result read(ByteBuf in) {
    int start = in.readerIndex();
    int end = in.writerIndex();
    while (true) {
      int lineFeed = in.indexOf(start + examined, end, (byte) '\n');
      if (lineFeed < 0) {
        examined = end - start;
        return tooLong(in, examined);
      }
      examined = lineFeed + 1 - start;
      if (lineFeed == start + line || in.getByte(lineFeed - 1) != '\r') {
        return malformed(in);
      }
      boolean isEmpty = lineFeed == start + line + 1;
      if (isEmpty && line == 0) {
        // RFC 9112 2.2: an empty line before a request is ignored.
        in.skipBytes(examined);
        start = in.readerIndex();
        examined = 0;
        continue;
      }
      line = examined;
      if (requestLine == 0) {
        requestLine = examined;
      }
      Result limit = tooLong(in, examined);
      if (limit != Incomplete.MORE_IS_NEEDED) {
        return limit;
      }
      if (isEmpty) {
        var bytes = new byte[examined];
        in.readBytes(bytes);
        int firstHeader = requestLine;
        reset();
        return RequestHead.parse(bytes, firstHeader);
      }
    }
  }

  private void reset() {
    line = 0;
    examined = 0;
    requestLine = 0;
  }

  private Result tooLong(ByteBuf in, int length) {
    if (requestLine == 0
        ? length > Routes.REQUEST_LINE_BYTES
        : requestLine > Routes.REQUEST_LINE_BYTES) {
      return new Refused(LINE_TOO_LONG, path(in));
    }
    return requestLine > 0 && length - requestLine > HEADER_BYTES
        ? new Refused(HEADERS_TOO_LONG, path(in))
        : Incomplete.MORE_IS_NEEDED;
  }

  private static Result malformed(ByteBuf in) {
    return new Refused(RequestHead.MALFORMED, path(in));
  }

  /** The path of a refused head: the text between the first space and the query. */
  private static String path(ByteBuf in) {
    int from = in.indexOf(in.readerIndex(), in.writerIndex(), (byte) ' ') + 1;
    if (from == 0) {
      return "";
    }
    int to = from;
    while (to < in.writerIndex() && in.getByte(to) > ' ' && in.getByte(to) != '?') {
      to++;
    }
    return in.toString(from, to - from, StandardCharsets.ISO_8859_1);
  }
}
