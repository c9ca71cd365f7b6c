package dev.latchkey.edge.http.upload;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of a body of the type {@code multipart/form-data}. Reading is strict, so that no other
 * program that reads the same body finds other parts in it: text before the first boundary, headers
 * other than the two that a form needs, and text after the last boundary make the whole body
 * unusable. The number of parts, and the length of their headers, are bounded; the length of the
 * body is bounded by the route.
 */
public final class Multipart {
  public static final String MEDIA_TYPE = "multipart/form-data";

  /** {@code isFile}: whether the part has the name of a file, which is ignored. */
  public record Part(String name, boolean isFile, byte[] content) {}

  private static final int MAX_PARTS = 20;
  private static final int MAX_HEADER_BYTES = 1_024;

  private static final Pattern CONTENT_TYPE =
      Pattern.compile(
          "(?i:multipart/form-data)\\s*;\\s*(?i:boundary)=(?:\"(?<quoted>[0-9A-Za-z'()+_,./:=?-]{1,70})\"|(?<plain>[0-9A-Za-z'+_.-]{1,70}))\\s*");
  private static final Pattern DISPOSITION =
      Pattern.compile(
          "(?i:Content-Disposition):[ \\t]*form-data;[ \\t]*name=\"(?<name>[A-Za-z0-9_.-]{1,100})\"(?<file>;[ \\t]*filename=\"[^\"\\r\\n\\x00]*\")?");
  private static final Pattern TYPE =
      Pattern.compile("(?i:Content-Type):[ \\t]*[A-Za-z0-9!#$&^_.+/;= -]*");

  private final byte[] body;
  private final byte[] delimiter;
  private int at;

  private Multipart(byte[] body, String boundary) {
    this.body = body;
    this.delimiter = ascii("\r\n--" + boundary);
  }

  /** The boundary that the type of a body names; empty if it is another type, or malformed. */
  public static Optional<String> boundary(String contentType) {
    Matcher type = CONTENT_TYPE.matcher(contentType);
    return type.matches()
        ? Optional.ofNullable(type.group("quoted")).or(() -> Optional.of(type.group("plain")))
        : Optional.empty();
  }

  /** The parts in their order; empty if the body is malformed or has too many. */
  public static Optional<List<Part>> parse(byte[] body, String boundary) {
    return new Multipart(body, boundary).parts();
  }

  private Optional<List<Part>> parts() {
    byte[] first = Arrays.copyOfRange(delimiter, 2, delimiter.length);
    if (!follows(first)) {
      return Optional.empty();
    }
    at += first.length;
    var parts = new ArrayList<Part>();
    while (follows(ascii("\r\n"))) {
      at += 2;
      Optional<Part> part = part();
      if (part.isEmpty() || parts.size() == MAX_PARTS) {
        return Optional.empty();
      }
      parts.add(part.get());
    }
    return isEnd() ? Optional.of(List.copyOf(parts)) : Optional.empty();
  }

  /** Browsers end the last line; not every other program does. */
  private boolean isEnd() {
    String rest = new String(body, at, Math.min(body.length - at, 5), StandardCharsets.ISO_8859_1);
    return rest.equals("--\r\n") || rest.equals("--");
  }

  private Optional<Part> part() {
    int headersEnd = find(ascii("\r\n\r\n"), at + MAX_HEADER_BYTES);
    if (headersEnd < 0) {
      return Optional.empty();
    }
    String headers = new String(body, at, headersEnd - at, StandardCharsets.UTF_8);
    at = headersEnd + 4;
    int end = find(delimiter, body.length);
    if (end < 0) {
      return Optional.empty();
    }
    byte[] content = Arrays.copyOfRange(body, at, end);
    at = end + delimiter.length;
    return named(headers, content);
  }

  private static Optional<Part> named(String headers, byte[] content) {
    String[] lines = headers.split("\r\n", -1);
    Matcher disposition = DISPOSITION.matcher(lines[0]);
    boolean hasTypeOnly =
        lines.length == 1 || (lines.length == 2 && TYPE.matcher(lines[1]).matches());
    return disposition.matches() && hasTypeOnly
        ? Optional.of(
            new Part(disposition.group("name"), disposition.group("file") != null, content))
        : Optional.empty();
  }

  private boolean follows(byte[] text) {
    return body.length - at >= text.length
        && Arrays.equals(body, at, at + text.length, text, 0, text.length);
  }

  /** Where the text begins, from here on and before {@code limit}; -1 if it does not. */
  private int find(byte[] text, int limit) {
    int last = Math.min(body.length - text.length, limit);
    for (int i = at; i <= last; i++) {
      if (body[i] == text[0] && Arrays.equals(body, i, i + text.length, text, 0, text.length)) {
        return i;
      }
    }
    return -1;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
