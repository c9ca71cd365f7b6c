package dev.latchkey.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads one answer to one request, in any number of pieces. The reader is strict, because a lenient
 * reader would hide faults of the server: there must be exactly one Content-Length, and no byte may
 * follow the announced length.
 */
public final class AnswerReader {
  private static final int MAX_BYTES = 262_144;
  private static final int FIRST_BYTES = 8_192;
  private static final int HEAD_UNREAD = -1;
  private static final String VERSION = "HTTP/1.1 ";
  private static final int STATUS_END = VERSION.length() + 3;

  private ByteBuffer buffer = ByteBuffer.allocate(FIRST_BYTES);
  private String head = "";
  private byte[] headBytes = {};
  private int bodyBytes;
  private int searched;
  private int bodyStart = HEAD_UNREAD;
  private int bodyEnd;

  /**
   * Reads the bytes that are available. Returns the answer as soon as it is complete; after that
   * the reader can read the next answer.
   */
  public Optional<Answer> read(ReadableByteChannel in) throws IOException {
    if (!buffer.hasRemaining()) {
      grow();
    }
    if (in.read(buffer) < 0) {
      throw new EOFException("the connection ended within an answer");
    }
    if (bodyStart == HEAD_UNREAD) {
      readHead();
    }
    if (bodyStart == HEAD_UNREAD || buffer.position() < bodyEnd) {
      return Optional.empty();
    }
    if (buffer.position() > bodyEnd) {
      throw new ProtocolException("there are more bytes than Content-Length announced");
    }
    var answer =
        new Answer(status(head), head, Arrays.copyOfRange(buffer.array(), bodyStart, bodyEnd));
    buffer.clear();
    searched = 0;
    bodyStart = HEAD_UNREAD;
    return Optional.of(answer);
  }

  private void readHead() throws ProtocolException {
    if (hasPreviousHead()) {
      bodyStart = headBytes.length;
      bodyEnd = bodyStart + bodyBytes;
      return;
    }
    int headEnd = blankLine(searched);
    searched = Math.max(0, buffer.position() - 3);
    if (headEnd >= 0) {
      head = new String(buffer.array(), 0, headEnd, StandardCharsets.ISO_8859_1);
      bodyStart = headEnd + 4;
      bodyBytes = length(head);
      bodyEnd = bodyStart + bodyBytes;
      headBytes = Arrays.copyOf(buffer.array(), bodyStart);
    }
  }

  /**
   * Whether the head is the same as the previous one, byte for byte. Most heads are, and need not
   * be parsed again.
   */
  private boolean hasPreviousHead() {
    int length = headBytes.length;
    return length > 0
        && buffer.position() >= length
        && Arrays.mismatch(buffer.array(), 0, length, headBytes, 0, length) < 0;
  }

  private void grow() throws ProtocolException {
    if (buffer.capacity() >= MAX_BYTES) {
      throw new ProtocolException("the answer is longer than " + MAX_BYTES + " bytes");
    }
    buffer = ByteBuffer.allocate(2 * buffer.capacity()).put(buffer.flip());
  }

  private int blankLine(int from) {
    byte[] bytes = buffer.array();
    for (int i = from; i + 3 < buffer.position(); i++) {
      if (bytes[i] == '\r'
          && bytes[i + 1] == '\n'
          && bytes[i + 2] == '\r'
          && bytes[i + 3] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private static int status(String head) throws ProtocolException {
    if (!head.startsWith(VERSION)
        || head.length() < STATUS_END
        || (head.length() > STATUS_END && " \r".indexOf(head.charAt(STATUS_END)) < 0)) {
      throw new ProtocolException("not a status line of HTTP/1.1");
    }
    return number(head.substring(VERSION.length(), STATUS_END));
  }

  private static int length(String head) throws ProtocolException {
    List<String> lengths = Answer.fields(head, "Content-Length");
    if (lengths.size() != 1 || !Answer.fields(head, "Transfer-Encoding").isEmpty()) {
      throw new ProtocolException(
          "the answer must have exactly one Content-Length and no Transfer-Encoding");
    }
    int length = number(lengths.getFirst());
    if (length > MAX_BYTES / 2) {
      throw new ProtocolException("the answer is longer than " + MAX_BYTES / 2 + " bytes");
    }
    return length;
  }

  private static int number(String digits) throws ProtocolException {
    boolean plain = !digits.isEmpty() && digits.length() <= 8;
    for (int i = 0; plain && i < digits.length(); i++) {
      plain = digits.charAt(i) >= '0' && digits.charAt(i) <= '9';
    }
    if (!plain) {
      throw new ProtocolException("a number was expected");
    }
    return Integer.parseInt(digits);
  }
}
