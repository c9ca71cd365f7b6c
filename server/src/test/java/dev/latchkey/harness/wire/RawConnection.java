package dev.latchkey.harness.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** One connection, on which a test sends bytes and reads one answer after another. */
public final class RawConnection implements AutoCloseable {

  private final Socket socket;
  private final InputStream in;

  private RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** An answer whose head states its length. */
  public record Reply(String head, String body) {
    public int status() {
      return Integer.parseInt(head.substring(9, 12));
    }

    public Optional<String> header(String name) {
      return head.lines()
          .filter(
              line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst();
    }
  }

  public static RawConnection to(int port) {
    return from("127.0.0.1", port);
  }

  /** Connects from one of the loopback addresses of this machine. */
  public static RawConnection from(String address, int port) {
    return open(address, port, 65_536);
  }

  /** Connects with a very small receive buffer: what the client does not read soon fills it. */
  public static RawConnection withLittleRoom(int port) {
    return open("127.0.0.1", port, 4_096);
  }

  private static RawConnection open(String address, int port, int receiveBuffer) {
    try {
      var socket = new Socket();
      socket.setReceiveBufferSize(receiveBuffer);
      socket.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      socket.setSoTimeout(Math.toIntExact(Http.PATIENCE.toMillis()));
      return new RawConnection(socket);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  public RawConnection send(String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return this;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Sends bytes that the server does not have to receive, because it may close the connection. */
  public void trySend(String text) {
    try {
      send(text);
    } catch (UncheckedIOException closed) {
      // The test checks afterwards whether the connection is closed.
    }
  }

  /** Reads the next answer. Fails if the connection ends before the answer is complete. */
  public Reply answer() {
    try {
      String head = head();
      int length = new Reply(head, "").header("Content-Length").map(Integer::parseInt).orElse(0);
      byte[] body = in.readNBytes(length);
      if (body.length < length) {
        throw new IOException("the body of the answer is not whole");
      }
      return new Reply(head, new String(body, StandardCharsets.ISO_8859_1));
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Reads the head of the next answer, including the empty line. */
  public String head() throws IOException {
    var head = new StringBuilder();
    while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
      int sign = in.read();
      if (sign < 0) {
        throw new IOException("the connection ended here: " + head);
      }
      head.append((char) sign);
    }
    return head.toString();
  }

  /**
   * Waits for the end of the connection, and returns what the server sent before. Returns the empty
   * string if the connection was reset before the server sent anything.
   */
  public String rest() {
    var rest = new ByteArrayOutputStream();
    try {
      in.transferTo(rest);
    } catch (SocketTimeoutException stillOpen) {
      throw new AssertionError("still open", stillOpen);
    } catch (IOException brokenOff) {
      // A reset ends the connection too.
    }
    return rest.toString(StandardCharsets.ISO_8859_1);
  }

  /**
   * Whether the connection ends with a reset. A client then knows that the answer is not complete.
   */
  public boolean isBrokenOff() {
    try {
      in.transferTo(OutputStream.nullOutputStream());
      return false;
    } catch (SocketException reset) {
      return true;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Ends the connection as if the client's process had ended. */
  public void reset() {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
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
