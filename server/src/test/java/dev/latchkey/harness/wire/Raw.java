package dev.latchkey.harness.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sends bytes on a socket, for requests that no well-behaved client would send. */
public final class Raw {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([0-9]{3})[^\r\n]*\r\n");
  private static final JsonMapper JSON = new JsonMapper();
  private static final int PATIENCE_MILLIS = 20_000;

  private Raw() {}

  /** Everything that the server sent before it closed the connection. */
  public record Reply(String text) {
    /** The status of the first answer, or 0 if there was no answer at all. */
    public int status() {
      Matcher status = STATUS.matcher(text);
      return status.lookingAt() ? Integer.parseInt(status.group(1)) : 0;
    }

    public int answers() {
      return (int) STATUS.matcher(text).results().count();
    }

    public Optional<String> header(String name) {
      return head()
          .lines()
          .filter(
              line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst();
    }

    public JsonNode json() {
      if (!header("Content-Type").orElse("").equals("application/json")) {
        throw new AssertionError("not JSON: " + text);
      }
      return JSON.readTree(text.substring(text.indexOf("\r\n\r\n") + 4));
    }

    public boolean isRefusalInJson() {
      return header("Content-Type").orElse("").equals("application/json")
          && json().path("error").isString()
          && json().path("error_description").isString();
    }

    private String head() {
      int end = text.indexOf("\r\n\r\n");
      return end < 0 ? text : text.substring(0, end);
    }
  }

  public static Reply send(int port, String head, byte[] body) {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
    bytes.writeBytes(body);
    return send(port, bytes.toByteArray());
  }

  public static Reply send(int port, String text) {
    return send(port, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /**
   * Sends a request that asks for the connection to be closed. The sending side stays open: a
   * gateway waits for a service only for a second if its caller may be gone.
   */
  public static Reply ask(int port, String request) {
    return exchange(port, request.getBytes(StandardCharsets.ISO_8859_1), false);
  }

  /**
   * Sends the bytes, closes the sending side, and reads until the server has closed the connection.
   */
  public static Reply send(int port, byte[] bytes) {
    return exchange(port, bytes, true);
  }

  private static Reply exchange(int port, byte[] bytes, boolean endsSending) {
    var reply = new ByteArrayOutputStream();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      write(socket, bytes, endsSending);
      read(socket.getInputStream(), reply);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
    return new Reply(reply.toString(StandardCharsets.UTF_8));
  }

  /** The server may answer and close the connection before it has read all bytes. */
  private static void write(Socket socket, byte[] bytes, boolean endsSending) throws IOException {
    try {
      socket.getOutputStream().write(bytes);
      if (endsSending) {
        socket.shutdownOutput();
      }
    } catch (SocketException closedAlready) {
      // Only the answer matters.
    }
  }

  private static void read(InputStream from, ByteArrayOutputStream reply) throws IOException {
    var buffer = new byte[8_192];
    try {
      for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
        reply.write(buffer, 0, n);
      }
    } catch (SocketException reset) {
      // The server closed the connection before it had read all bytes that the test sent.
      // Everything that it answered before is in the buffer.
    }
  }
}
