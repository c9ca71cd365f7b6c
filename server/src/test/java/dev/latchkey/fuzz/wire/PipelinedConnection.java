package dev.latchkey.fuzz.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends several requests without waiting for answers, closes the sending side, and reads the
 * answers.
 */
final class PipelinedConnection {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([1-5][0-9]{2}) [ -~]*\r\n");
  private static final Pattern LENGTH = Pattern.compile("\r\n(?i:content-length): ([0-9]+)\r\n");
  private static final Pattern CHUNKED = Pattern.compile("\r\n(?i:transfer-encoding): chunked\r\n");
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int MOST_HEAD = 65_536;

  private PipelinedConnection() {}

  /**
   * The answers. {@code problem} is empty if they are a valid sequence of answers that arrived in
   * time.
   */
  record Received(List<Reply> replies, String problem) {}

  static Received send(InetAddress from, int port, List<Input> inputs) {
    var replies = new ArrayList<Reply>();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port, from, 0)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.setTcpNoDelay(true);
      Thread writer = Thread.ofVirtual().start(() -> write(socket, inputs));
      String problem = read(socket, inputs, replies);
      writer.join(PATIENCE_MILLIS);
      return new Received(replies, problem);
    } catch (IOException refused) {
      return new Received(replies, "the connection could not be used: " + refused);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return new Received(replies, "");
    }
  }

  /**
   * Writes on a thread of its own. A server that cannot send its answers reads no more requests, so
   * the client must read at the same time.
   */
  private static void write(Socket socket, List<Input> inputs) {
    var all = new ByteArrayOutputStream();
    inputs.forEach(input -> all.writeBytes(input.bytes()));
    try {
      socket.getOutputStream().write(all.toByteArray());
      socket.shutdownOutput();
    } catch (IOException closedAlready) {
      // The answers show why the server closed the connection.
    }
  }

  private static String read(Socket socket, List<Input> inputs, List<Reply> replies)
      throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream(), 16_384);
    int answered = 0;
    while (true) {
      long begin = System.nanoTime();
      String head;
      try {
        head = head(in);
        if (head.isEmpty()) {
          return "";
        }
        Matcher status = STATUS.matcher(head);
        if (!status.lookingAt()) {
          return "no HTTP/1.1 answer: " + head.lines().findFirst().orElse("");
        }
        int number = Integer.parseInt(status.group(1));
        boolean isHead = answered < inputs.size() && inputs.get(answered).method().equals("HEAD");
        String body = body(in, head, number, isHead);
        var reply = new Reply(number, head, body, System.nanoTime() - begin);
        replies.add(reply);
        if (reply.isLast()) {
          // The rest is ignored. If the server could not read the head, it did not know
          // that the method was HEAD, so it may have sent a body.
          in.transferTo(OutputStream.nullOutputStream());
          return "";
        }
        answered += reply.isInterim() ? 0 : 1;
      } catch (SocketTimeoutException late) {
        return "no answer within " + PATIENCE_MILLIS / 1_000 + " s";
      } catch (SocketException reset) {
        return "";
      }
    }
  }

  /** The head of the next answer, or the empty string at the end of the connection. */
  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder(512);
    while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
      int sign = in.read();
      if (sign < 0 || head.length() > MOST_HEAD) {
        return head.toString();
      }
      head.append((char) sign);
    }
    return head.toString();
  }

  private static String body(InputStream in, String head, int status, boolean isHead)
      throws IOException {
    if (isHead || status < 200 || status == 204 || status == 304) {
      return "";
    }
    Matcher length = LENGTH.matcher(head);
    if (length.find()) {
      return new String(in.readNBytes(Integer.parseInt(length.group(1))), ISO_8859_1);
    }
    if (!CHUNKED.matcher(head).find()) {
      return new String(in.readAllBytes(), ISO_8859_1);
    }
    var body = new StringBuilder();
    for (int size = chunk(in); size > 0; size = chunk(in)) {
      body.append(new String(in.readNBytes(size), ISO_8859_1));
      in.readNBytes(2);
    }
    in.readNBytes(2);
    return body.toString();
  }

  private static int chunk(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int sign = in.read(); sign != '\n' && sign >= 0; sign = in.read()) {
      line.append((char) sign);
    }
    String size = line.toString().strip();
    return size.matches("[0-9a-fA-F]{1,7}") ? Integer.parseInt(size, 16) : 0;
  }
}
