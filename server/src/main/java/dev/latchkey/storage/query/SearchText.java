package dev.latchkey.storage.query;

import dev.latchkey.storage.database.Database;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The text that a person searches for. It is always a parameter of the statement. It is compared
 * with columns named {@code search_text}, which contain every value that the search looks in.
 */
public record SearchText(String text) {
  public static final SearchText NONE = new SearchText("");

  /** What ends each value in a column {@code search_text}. No value contains it. */
  public static final String END = "\n";

  public boolean isEmpty() {
    return text.isEmpty();
  }

  /** The text as it is compared: without the difference between capital and small letters. */
  public String folded() {
    return folded(text);
  }

  /** The content of a column {@code search_text}. */
  public static String of(String... values) {
    return Stream.of(values).map(value -> folded(value) + END).collect(Collectors.joining());
  }

  private static String folded(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** The pattern that finds the text at the start of a value. */
  public String atTheStart() {
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
  }

  /** The place of a text in a column, from 1; 0 if the column does not contain it. */
  public static String place(Database.Dialect dialect, String column, String text) {
    return dialect.translate("{place}(" + column + ", " + text + ")");
  }
}
