package dev.latchkey.model.audit.seal;

/**
 * Something that must not be in a log that nobody has changed. {@code seal}: the number of the seal
 * that shows it; {@code line}: the number of the line, or 0 if it concerns no single one.
 */
public record Finding(What what, long seal, long line) {
  /** What was found. */
  public enum What {
    LINE_CHANGED("line %2$d is not the one that seal %1$d covers"),
    LINE_REMOVED("line %2$d of seal %1$d is missing"),
    LINE_INSERTED("line %2$d is in the range of seal %1$d, which does not cover it"),
    LINES_OF_APPS_CHANGED("lines of apps in the range of seal %1$d are not those that it covers"),
    OUT_OF_ORDER("line %2$d is not where its number belongs"),
    SEALS_REMOVED("seal %1$d does not continue the seal before it"),
    SIGNATURE("the signature of seal %1$d does not match"),
    KEY("seal %1$d is signed with a key that the seal before it does not name"),
    BEGINNING_REMOVED("seal %1$d is the first, and retention cannot have deleted what was before"),
    NO_SUCH_HEAD("no seal has the expected head: the log is older, of another store, or rewritten"),
    NO_SUCH_KEY("no seal is signed with an expected key"),
    NO_SEAL("there is no seal"),
    MALFORMED("line %2$d of the file is not readable");

    private final String sentence;

    What(String sentence) {
      this.sentence = sentence;
    }
  }

  public String sentence() {
    return what.sentence.formatted(seal, line);
  }
}
