package dev.latchkey.model;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A number that an operator can set.
 *
 * @param key the key in its section of the configuration file; it ends with the unit
 * @param usual the value without the key
 */
public record NumberSetting(String key, int usual, int min, int max) {
  /** What a key of the configuration decides, in Markdown, for the reference page. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.FIELD, ElementType.RECORD_COMPONENT})
  public @interface Means {
    String value();
  }

  /** What the page says of the value without the key, if there is no text for it. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.FIELD, ElementType.RECORD_COMPONENT})
  public @interface Without {
    String value();
  }

  /** The value, which is refused if it is out of range. */
  public int checked(int value) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s must be from %d to %d, not %d".formatted(key, min, max, value));
    }
    return value;
  }
}
