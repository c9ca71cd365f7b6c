package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.Form;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A path with only one possible reading, so that the gateway that decides about a call and the
 * service that answers it understand the same path (rule 4.2).
 *
 * <p>Each path has one accepted spelling. Other spellings are refused and never corrected, because
 * a proxy that only asks Latchkey sends on the path as it received it. For example {@code
 * /a/%2e%2e/b} and {@code /%61} are refused. RFC 3986 6.2.2 would allow to correct them, but then
 * the two could compare different paths. Client libraries do not encode unreserved characters.
 *
 * <p>{@code segments} are decoded. A slash at the end adds no segment, because many services do not
 * distinguish the path with and without it.
 */
public record CanonicalPath(String text, List<String> segments) {
  private static final String UNRESERVED = "-._~";

  /** Characters that RFC 3986 3.3 allows unencoded in a segment, except the semicolon. */
  private static final String PLAIN = UNRESERVED + "!$&'()*+,=:@";

  /**
   * Characters that must not be encoded either: some readers take them for the end of a segment, or
   * decode them a second time.
   */
  private static final String NEVER_ENCODED = "/\\;%";

  public CanonicalPath {
    segments = List.copyOf(segments);
  }

  public static Optional<CanonicalPath> parse(String sent) {
    if (!sent.startsWith("/") || sent.contains("..")) {
      return Optional.empty();
    }
    var segments = new ArrayList<String>();
    int start = 1;
    while (start < sent.length()) {
      int slash = sent.indexOf('/', start);
      int end = slash < 0 ? sent.length() : slash;
      Optional<String> segment = segment(sent.substring(start, end));
      if (segment.isEmpty()) {
        return Optional.empty();
      }
      segments.add(segment.get());
      start = end + 1;
    }
    return Optional.of(new CanonicalPath(sent, segments));
  }

  private static Optional<String> segment(String sent) {
    if (sent.isEmpty() || sent.equals(".")) {
      return Optional.empty();
    }
    boolean plain = true;
    for (int i = 0; i < sent.length(); i++) {
      char character = sent.charAt(i);
      plain &= character != '%';
      if (character != '%' && !isLetterOrDigit(character) && PLAIN.indexOf(character) < 0) {
        return Optional.empty();
      }
    }
    return plain ? Optional.of(sent) : decoded(sent);
  }

  private static Optional<String> decoded(String sent) {
    var bytes = new ByteArrayOutputStream(sent.length());
    for (int i = 0; i < sent.length(); i++) {
      char character = sent.charAt(i);
      if (character != '%') {
        bytes.write(character);
        continue;
      }
      int octet = octet(sent, i + 1);
      if (octet < 0 || isUnreserved(octet) || NEVER_ENCODED.indexOf(octet) >= 0) {
        return Optional.empty();
      }
      bytes.write(octet);
      i += 2;
    }
    return Form.strict(bytes.toByteArray())
        .filter(text -> text.chars().noneMatch(Character::isISOControl));
  }

  /**
   * The octet that two hexadecimal digits at this position encode, or -1 if they are not
   * hexadecimal.
   */
  private static int octet(String sent, int at) {
    return at + 2 <= sent.length()
            && HexFormat.isHexDigit(sent.charAt(at))
            && HexFormat.isHexDigit(sent.charAt(at + 1))
        ? HexFormat.fromHexDigits(sent, at, at + 2)
        : -1;
  }

  private static boolean isUnreserved(int octet) {
    return isLetterOrDigit(octet) || UNRESERVED.indexOf(octet) >= 0;
  }

  private static boolean isLetterOrDigit(int character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9');
  }
}
