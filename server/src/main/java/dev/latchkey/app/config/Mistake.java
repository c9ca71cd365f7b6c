package dev.latchkey.app.config;

/**
 * One mistake in the configuration.
 *
 * @param where the file and line, or the environment variable, or empty if neither applies
 * @param key the full name of the key, such as {@code limits.code_seconds}, or empty
 * @param what what is wrong and what is allowed; it never contains a secret
 */
public record Mistake(String where, String key, String what) {
  static Mistake general(String what) {
    return new Mistake("", "", what);
  }

  @Override
  public String toString() {
    return (where.isEmpty() ? "" : where + ": ") + (key.isEmpty() ? "" : key + ": ") + what;
  }
}
