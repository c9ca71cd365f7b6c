package dev.latchkey.app.config;

/**
 * The value that a key has now.
 *
 * @param row the key in the table of keys
 * @param key the full name, such as {@code limits.code_seconds} or {@code routes[0].path}
 * @param text the value; empty if the key is not set and has no default
 * @param source the file and line, the environment variable, or {@code default}
 * @param isHidden whether the value is a secret, which is never shown
 */
public record Value(Key<?> row, String key, String text, String source, boolean isHidden) {
  static final String DEFAULT = "default";

  private static final String HIDDEN = "(hidden)";

  /** Whether a server takes a new value without a restart. */
  boolean isLive() {
    return row.isLive();
  }

  /** The value as it may be shown. */
  public String shown() {
    return isHidden && !text.isEmpty() ? HIDDEN : text;
  }

  @Override
  public String toString() {
    return key + ": " + shown() + " (" + source + ")";
  }
}
