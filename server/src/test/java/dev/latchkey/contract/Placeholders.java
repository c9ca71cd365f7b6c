package dev.latchkey.contract;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of the placeholders of one transcript. A placeholder without a value takes its value
 * from the response. The last word of its name determines the format that the value must have.
 */
final class Placeholders {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z][a-z0-9_+ ]*)}");
  private static final Pattern LATER = Pattern.compile("now \\+ ([0-9]+)");
  private static final Pattern REPEATED = Pattern.compile("([a-z]) times ([0-9]+)");
  private static final String ANY = "any ";

  private static final Map<String, Pattern> FORMATS =
      Map.ofEntries(
          secret("access_token", "lk_at_"),
          secret("refresh_token", "lk_rt_"),
          secret("code", "lk_ac_"),
          secret("session", "lk_sk_"),
          secret("browser", "lk_bk_"),
          format("date", "[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT"),
          format("request_id", "[0-9a-v]{18}"),
          format("form_token", "[A-Za-z0-9_-]{43}"),
          format("request", "[A-Za-z0-9_-]+"),
          format("state", "req_[0-9A-Za-z]{22}"),
          format("webhook_id", "hook_[0-9A-Za-z]{22}"),
          format("event_id", "evt_[0-9A-Za-z]{22}"),
          format("webhook_secret", "whsec_[0-9A-Za-z+/]{43}="),
          format("public_key", "whpk_[0-9A-Za-z+/]{43}="),
          format("time", "\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z"),
          format("text", "[A-Za-z0-9._~-]+"));

  /** A placeholder that has no value yet, or no known format. */
  static final class Unusable extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Unusable(String message) {
      super(message);
    }
  }

  private final Map<String, String> values = new HashMap<>();
  private final LongSupplier now;

  /** {@code now} returns the seconds since 1970. */
  Placeholders(LongSupplier now) {
    this.now = now;
  }

  private static Map.Entry<String, Pattern> secret(String name, String prefix) {
    return format(name, prefix + "[0-9A-Za-z]{49}");
  }

  private static Map.Entry<String, Pattern> format(String name, String format) {
    return Map.entry(name, Pattern.compile(format));
  }

  void put(String name, String value) {
    values.put(name, value);
  }

  private String value(String name) {
    Matcher later = LATER.matcher(name);
    if (later.matches()) {
      return String.valueOf(now.getAsLong() + Long.parseLong(later.group(1)));
    }
    Matcher repeated = REPEATED.matcher(name);
    if (repeated.matches()) {
      return repeated.group(1).repeat(Integer.parseInt(repeated.group(2)));
    }
    String value = values.get(name);
    if (value == null) {
      throw new Unusable("{" + name + "} has no value yet");
    }
    return value;
  }

  String fill(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(value(found.group(1))));
  }

  /** The text with the values that are already known, for messages. */
  String shown(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                isKnown(found.group(1)) ? value(found.group(1)) : found.group()));
  }

  private boolean isKnown(String name) {
    return values.containsKey(name)
        || LATER.matcher(name).matches()
        || REPEATED.matcher(name).matches();
  }

  /** The result of a comparison. {@code end}: the number of characters that are as expected. */
  record Match(int end, boolean isWhole) {}

  /** Compares a line. If it is as expected, the values of new placeholders are stored. */
  Match match(String expected, String actual) {
    var before = Map.copyOf(values);
    Match match = compare(expected, actual);
    if (!match.isWhole()) {
      values.clear();
      values.putAll(before);
    }
    return match;
  }

  private Match compare(String expected, String actual) {
    Matcher placeholder = PLACEHOLDER.matcher(expected);
    int from = 0;
    int at = 0;
    while (placeholder.find()) {
      String literal = expected.substring(from, placeholder.start());
      int equal = equal(literal, actual, at);
      at += equal;
      OptionalInt length =
          equal < literal.length() ? OptionalInt.empty() : length(placeholder.group(1), actual, at);
      if (length.isEmpty()) {
        return new Match(at, false);
      }
      at += length.getAsInt();
      from = placeholder.end();
    }
    String literal = expected.substring(from);
    int equal = equal(literal, actual, at);
    at += equal;
    return new Match(at, equal == literal.length() && at == actual.length());
  }

  /** The number of characters of the text that match at this position. */
  private static int equal(String text, String actual, int at) {
    int equal = 0;
    while (equal < text.length()
        && at + equal < actual.length()
        && text.charAt(equal) == actual.charAt(at + equal)) {
      equal++;
    }
    return equal;
  }

  /** The length of the value at this position; empty if it does not fit the placeholder. */
  private OptionalInt length(String name, String actual, int at) {
    if (isKnown(name)) {
      String value = value(name);
      return actual.startsWith(value, at) ? OptionalInt.of(value.length()) : OptionalInt.empty();
    }
    Matcher found = formatOf(name).matcher(actual).region(at, actual.length());
    if (!found.lookingAt()) {
      return OptionalInt.empty();
    }
    if (!name.startsWith(ANY)) {
      put(name, found.group());
    }
    return OptionalInt.of(found.group().length());
  }

  private static Pattern formatOf(String name) {
    Pattern format = FORMATS.get(name.substring(name.lastIndexOf(' ') + 1));
    if (format == null) {
      throw new Unusable("{" + name + "} must end in one of " + FORMATS.keySet());
    }
    return format;
  }
}
