package dev.latchkey.storage.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement with named parameters, such as {@code :user}, as JDBC takes it: with a question mark
 * for each place where a name stands. Statements in which a value occurs more than once use names.
 */
record NamedText(String text, List<String> names) {
  private static final Pattern NAME = Pattern.compile(":([a-z_]+)");

  /** The statements are constants of the program, so there are only a few. */
  private static final Map<String, NamedText> PARSED = new ConcurrentHashMap<>();

  static NamedText of(String text) {
    return PARSED.computeIfAbsent(text, NamedText::parse);
  }

  private static NamedText parse(String text) {
    var names = new ArrayList<String>();
    Matcher matcher = NAME.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return new NamedText(matcher.replaceAll("?"), List.copyOf(names));
  }

  /** The values in the order of their places. A missing or an unused name is an error. */
  @Nullable Object[] values(Map<?, ?> values) {
    if (!values.keySet().equals(Set.copyOf(names))) {
      throw new IllegalArgumentException(
          "the statement names " + names + ", not " + values.keySet());
    }
    return names.stream().map(values::get).toArray();
  }
}
