package dev.latchkey.fuzz.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.latchkey.fuzz.Escaped;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One request as it is sent. Each character stands for one byte. */
record Input(String text) {
  private static final Pattern HEAD =
      Pattern.compile(
          """
          [A-Z-]+ [!-~]+ HTTP/1\\.1\r
          (?<fields>(?:[A-Za-z0-9!#$%&'*+.^_`|~-]++:[\t -~\u0080-\u00ff]*+\r
          )*+)\r
          """);
  private static final Pattern LENGTH =
      Pattern.compile("(?im)^content-length:[\t ]*([^\r\n]*?)[\t ]*$");
  private static final Pattern CODING =
      Pattern.compile("(?im)^transfer-encoding:[\t ]*([^\r\n]*?)[\t ]*$");
  private static final Pattern HOST = Pattern.compile("(?im)^host:");
  private static final Pattern CLOSE = Pattern.compile("(?im)^(connection|upgrade|expect):");
  private static final Pattern SIZE = Pattern.compile("(0|[1-9a-fA-F][0-9a-fA-F]{0,4})\r\n");
  private static final int MOST_LINE = 16_000;

  byte[] bytes() {
    return text.getBytes(ISO_8859_1);
  }

  String method() {
    int space = text.indexOf(' ');
    return space < 0 ? "" : text.substring(0, space);
  }

  String path() {
    String[] words = text.split("[ ?\r\n]", 3);
    return words.length > 1 ? words[1] : "";
  }

  /**
   * Whether every reader finds exactly one request in this text. Then exactly one answer must come,
   * and the next request may follow on the same connection. The check uses regular expressions and
   * shares nothing with a reader of bytes.
   */
  boolean isFramed() {
    Matcher head = HEAD.matcher(text);
    if (!head.lookingAt() || head.end() > MOST_LINE || CLOSE.matcher(text).find()) {
      return false;
    }
    String fields = head.group("fields");
    String body = text.substring(head.end());
    Matcher length = LENGTH.matcher(fields);
    Matcher coding = CODING.matcher(fields);
    boolean hasLength = length.find();
    boolean isChunked = coding.find();
    if (HOST.matcher(fields).results().count() != 1 || (hasLength && isChunked)) {
      return false;
    }
    if (hasLength) {
      return length.group(1).equals(String.valueOf(body.length())) && !length.find();
    }
    if (isChunked) {
      return coding.group(1).equals("chunked") && !coding.find() && areChunks(body);
    }
    return body.isEmpty();
  }

  private static boolean areChunks(String body) {
    int at = 0;
    while (true) {
      Matcher line = SIZE.matcher(body).region(at, body.length());
      if (!line.lookingAt()) {
        return false;
      }
      int size = Integer.parseInt(line.group(1), 16);
      int end = line.end() + size;
      if (!body.startsWith("\r\n", end)) {
        return false;
      }
      at = end + 2;
      if (size == 0) {
        return at == body.length();
      }
    }
  }

  /** The same request with a corrected Content-Length, if it has this header. */
  Input withItsLength() {
    int body = text.indexOf("\r\n\r\n") + 4;
    if (body < 4) {
      return this;
    }
    String head = text.substring(0, body);
    return new Input(
        LENGTH.matcher(head).replaceFirst("Content-Length: " + (text.length() - body))
            + text.substring(body));
  }

  @Override
  public String toString() {
    return Escaped.bytes(bytes());
  }
}
