package dev.latchkey.harness.wire;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLSocket;

/**
 * Sends and reads HTTP/2 frames (RFC 9113), for requests that no well-behaved client would send.
 */
public final class RawHttp2 implements AutoCloseable {
  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int RESET = 3;
  public static final int SETTINGS = 4;
  public static final int PING = 6;
  public static final int GO_AWAY = 7;
  public static final int CONTINUATION = 9;

  public static final int END_STREAM = 1;
  public static final int END_HEADERS = 4;

  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private final Socket tcp;
  private final SSLSocket socket;
  private final DataInputStream in;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /**
   * The encoder of the server refers to headers that it sent earlier, so the headers of every frame
   * are decoded.
   */
  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);

  public record Frame(int type, int flags, int stream, byte[] payload, Optional<String> status) {
    /**
     * The error code. It is at the beginning of RST_STREAM, and follows the stream number in
     * GOAWAY.
     */
    public int reason() {
      int at = type == GO_AWAY ? 4 : 0;
      return payload[at + 3] & 0xff;
    }

    public String text() {
      return new String(payload, StandardCharsets.UTF_8);
    }
  }

  public RawHttp2(int port, Certificate certificate) {
    try {
      tcp = new Socket(InetAddress.getLoopbackAddress(), port);
      socket =
          (SSLSocket)
              certificate.trusted().getSocketFactory().createSocket(tcp, "localhost", port, true);
      socket.setSoTimeout(Math.toIntExact(Http.PATIENCE.toMillis()));
      var parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      if (!socket.getApplicationProtocol().equals("h2")) {
        throw new AssertionError("no HTTP/2: " + socket.getApplicationProtocol());
      }
      in = new DataInputStream(socket.getInputStream());
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
    out.writeBytes(PREFACE.getBytes(StandardCharsets.US_ASCII));
    frame(SETTINGS, 0, 0, new byte[0]).flush();
  }

  /** Adds a frame, which is sent with the next flush. */
  public RawHttp2 frame(int type, int flags, int stream, byte[] payload) {
    out.write(payload.length >> 16);
    out.write(payload.length >> 8);
    out.write(payload.length);
    out.write(type);
    out.write(flags);
    out.writeBytes(number(stream));
    out.writeBytes(payload);
    return this;
  }

  /** {@code fields} are names and values in turn. */
  public RawHttp2 headers(int stream, int flags, String... fields) {
    return frame(HEADERS, flags | END_HEADERS, stream, block(fields));
  }

  public RawHttp2 data(int stream, int flags, String text) {
    return frame(DATA, flags, stream, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public RawHttp2 reset(int stream) {
    return frame(RESET, 0, stream, number(8));
  }

  private static byte[] number(int value) {
    return new byte[] {
      (byte) (value >> 24), (byte) (value >> 16), (byte) (value >> 8), (byte) value
    };
  }

  /** Encodes every field as a literal that is not added to the dynamic table (RFC 7541 6.2.2). */
  public static byte[] block(String... fields) {
    var block = new ByteArrayOutputStream();
    for (int i = 0; i < fields.length; i++) {
      if (i % 2 == 0) {
        block.write(0);
      }
      byte[] text = fields[i].getBytes(StandardCharsets.ISO_8859_1);
      writeLength(text.length, block);
      block.writeBytes(text);
    }
    return block.toByteArray();
  }

  private static void writeLength(int length, ByteArrayOutputStream block) {
    if (length < 127) {
      block.write(length);
      return;
    }
    block.write(127);
    int left = length - 127;
    while (left >= 128) {
      block.write(left % 128 + 128);
      left /= 128;
    }
    block.write(left);
  }

  public RawHttp2 flush() {
    try {
      socket.getOutputStream().write(out.toByteArray());
      socket.getOutputStream().flush();
      out.reset();
      return this;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Returns the next frame that the test wants, or empty if the connection ends before. */
  public Optional<Frame> next(Predicate<Frame> wanted) {
    try {
      while (true) {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] payload = in.readNBytes(length);
        Optional<String> status =
            type == HEADERS ? Optional.of(status(stream, payload)) : Optional.empty();
        var frame = new Frame(type, flags, stream, payload, status);
        if (wanted.test(frame)) {
          return Optional.of(frame);
        }
      }
    } catch (EOFException | SocketException ended) {
      return Optional.empty();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** The next frame of one of these types. */
  public Optional<Frame> next(int... types) {
    return next(frame -> {
      for (int type : types) {
        if (frame.type() == type) {
          return true;
        }
      }
      return false;
    });
  }

  private String status(int stream, byte[] block) {
    try {
      return decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(block)).status().toString();
    } catch (Http2Exception broken) {
      throw new AssertionError(broken);
    }
  }

  /** Ends the sending side of the connection below TLS, as a client does whose process ends. */
  public void endOutput() {
    try {
      tcp.shutdownOutput();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
