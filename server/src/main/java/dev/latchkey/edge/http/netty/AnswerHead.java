package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Correlation;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.HeaderLines;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Writes the head of an answer in HTTP/1.1. */
final class AnswerHead {
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] OK = ascii("HTTP/1.1 200 OK\r\n");
  private static final byte[] VERSION = ascii("HTTP/1.1 ");
  private static final byte[] DATE = ascii("Date: ");
  private static final byte[] REQUEST_ID = ascii(Correlation.REQUEST_ID + ": ");
  private static final byte[] LENGTH = ascii("Content-Length: ");
  private static final byte[] CHUNKED = ascii("Transfer-Encoding: chunked\r\n");
  private static final byte[] CLOSE = ascii("Connection: close\r\n");
  private static final byte[] KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
  private static final byte[] UPGRADE = ascii("Connection: Upgrade\r\n");

  static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");

  private AnswerHead() {}

  /** What the answer says about the connection. */
  enum Persistence {
    /** Nothing: in HTTP/1.1 the connection then stays open. */
    DEFAULT,
    /** The connection stays open. A client of HTTP/1.0 must be told so. */
    KEEP_ALIVE,
    CLOSE,
    UPGRADE
  }

  /**
   * Writes the status line, the headers, the id of the request if it has one, and the current date
   * unless the headers contain one.
   */
  static void begin(
      ByteBuf out,
      int status,
      EventLoopContext loop,
      List<Header> headers,
      Optional<String> requestId) {
    if (status == 200) {
      out.writeBytes(OK);
    } else {
      HttpResponseStatus known = HttpResponseStatus.valueOf(status);
      out.writeBytes(VERSION);
      text(out, Integer.toString(status));
      out.writeByte(' ');
      text(out, known.reasonPhrase());
      out.writeBytes(LINE_END);
    }
    Encoded encoded = loop.encoded(headers);
    out.writeBytes(encoded.lines.bytes());
    if (requestId.isPresent()) {
      out.writeBytes(REQUEST_ID);
      text(out, requestId.get());
      out.writeBytes(LINE_END);
    }
    if (!encoded.isDated) {
      out.writeBytes(DATE).writeBytes(loop.date()).writeBytes(LINE_END);
    }
  }

  /** Encoded headers. They are kept, because most answers have the same headers. */
  record Encoded(HeaderLines lines, boolean isDated) {
    static Encoded of(List<Header> headers) {
      boolean isDated = false;
      for (Header header : headers) {
        isDated |= header.name().equalsIgnoreCase("Date");
      }
      return new Encoded(HeaderLines.of(headers), isDated);
    }
  }

  static void length(ByteBuf out, long length) {
    out.writeBytes(LENGTH);
    text(out, Long.toString(length));
    out.writeBytes(LINE_END);
  }

  static void chunked(ByteBuf out) {
    out.writeBytes(CHUNKED);
  }

  static void end(ByteBuf out, Persistence persistence) {
    switch (persistence) {
      case DEFAULT -> {
        // HTTP/1.1 keeps the connection open without a header.
      }
      case KEEP_ALIVE -> out.writeBytes(KEEP_ALIVE);
      case CLOSE -> out.writeBytes(CLOSE);
      case UPGRADE -> out.writeBytes(UPGRADE);
    }
    out.writeBytes(LINE_END);
  }

  static void text(ByteBuf out, String text) {
    out.writeCharSequence(text, StandardCharsets.ISO_8859_1);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
