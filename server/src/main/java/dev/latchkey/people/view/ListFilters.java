package dev.latchkey.people.view;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The filters of a list, as a part of an address that every list can read. What they mean is
 * decided by the list, which ignores what it does not know.
 */
public record ListFilters(String text) {
  private static final Pattern SHAPE = Pattern.compile("[\\w.~%+&=*-]{1,1500}");

  /** What is no character: an incomplete code, or NUL, which no list accepts. */
  private static final Pattern BROKEN = Pattern.compile("%(?:00|(?![0-9A-Fa-f]{2}))");

  /** More than any list has. */
  private static final int MAX_PARAMETERS = 50;

  public static Optional<ListFilters> parse(String text) {
    if (!SHAPE.matcher(text).matches() || BROKEN.matcher(text).find() || !isUtf8(text)) {
      return Optional.empty();
    }
    long parameters = Stream.of(text.split("&")).filter(part -> !part.isEmpty()).count();
    return parameters > 0 && parameters <= MAX_PARAMETERS
        ? Optional.of(new ListFilters(text))
        : Optional.empty();
  }

  private static boolean isUtf8(String encoded) {
    byte[] bytes =
        URLDecoder.decode(encoded, StandardCharsets.ISO_8859_1)
            .getBytes(StandardCharsets.ISO_8859_1);
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException none) {
      return false;
    }
  }
}
