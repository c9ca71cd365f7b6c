package dev.latchkey.harness;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A service behind the gateway, at the level of bytes. It records the requests that it receives,
 * and a test decides what it answers.
 */
public final class Upstream implements AutoCloseable {
  private final ServerSocket listener;
  private final Script script;
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final Thread acceptor;

  @FunctionalInterface
  public interface Script {
    void serve(Call call) throws IOException;
  }

  /** One request, of which the head has been read and the body has not. */
  public record Call(String head, InputStream in, OutputStream out, Socket socket) {
    public Optional<String> header(String name) {
      return head.lines()
          .filter(
              line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst();
    }

    public void answer(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
    }

    public void answerOk(String body) throws IOException {
      answer("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    public String body() throws IOException {
      var bytes = new ByteArrayOutputStream();
      readBody(bytes);
      return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    /** Reads the whole body. Fails if the body is shorter than announced. */
    public long readBody(OutputStream into) throws IOException {
      if (header("Transfer-Encoding").isEmpty()) {
        long length = header("Content-Length").map(Long::parseLong).orElse(0L);
        copy(length, into);
        return length;
      }
      long total = 0;
      for (long n = chunkSize(); n > 0; n = chunkSize()) {
        copy(n, into);
        line();
        total += n;
      }
      line();
      return total;
    }

    private long chunkSize() throws IOException {
      return Long.parseLong(line(), 16);
    }

    private void copy(long length, OutputStream into) throws IOException {
      var buffer = new byte[65_536];
      for (long left = length; left > 0; ) {
        int n = in.read(buffer, 0, (int) Math.min(left, buffer.length));
        if (n < 0) {
          throw new IOException("the body ended " + left + " bytes early");
        }
        into.write(buffer, 0, n);
        left -= n;
      }
    }

    private String line() throws IOException {
      var line = new StringBuilder();
      for (int sign = in.read(); sign != '\n'; sign = in.read()) {
        if (sign < 0) {
          throw new IOException("the body ended in the middle");
        }
        line.append((char) sign);
      }
      return line.toString().strip();
    }
  }

  private Upstream(Script script) {
    this.script = script;
    try {
      this.listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
    acceptor = Thread.ofVirtual().start(this::accept);
  }

  public static Upstream that(Script script) {
    return new Upstream(script);
  }

  public String address() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  /** The heads of all requests so far. */
  public List<String> heads() {
    return heads;
  }

  public int connections() {
    return connections.get();
  }

  @Override
  public void close() {
    try {
      listener.close();
      acceptor.join();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream(), 65_536);
      for (String head = head(in); !head.isEmpty(); head = head(in)) {
        heads.add(head);
        script.serve(new Call(head, in, socket.getOutputStream(), socket));
      }
    } catch (IOException gone) {
      // The tests check what the gateway does when the connection fails.
    } finally {
      open.remove(socket);
    }
  }

  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      int sign = in.read();
      if (sign < 0) {
        return "";
      }
      head.append((char) sign);
    }
    return head.toString();
  }
}
