package dev.latchkey.defences;

/**
 * The outcome of one named test.
 *
 * @param message of the first failure; empty if there was none
 */
record Outcome(NamedTest test, Kind kind, String message) {
  enum Kind {
    PASSED,
    /** An assertion did not hold, or an expected event did not occur in time. */
    FAILED,
    /** The test cannot run on this machine, because an assumption did not hold. */
    SKIPPED,
    /** The test ended without a result: an exception, a failed set-up, or no test of this name. */
    BROKEN
  }

  /** The outcome in one line, so that one process can pass it to another. */
  String line() {
    return test + "\t" + kind + "\t" + message.strip().replaceAll("\\s+", " ");
  }

  static Outcome read(String line) {
    String[] parts = line.split("\t", 3);
    return new Outcome(NamedTest.parse(parts[0]), Kind.valueOf(parts[1]), parts[2]);
  }

  @Override
  public String toString() {
    String shown = message.length() > 300 ? message.substring(0, 300) + "…" : message;
    return test + " " + kind + (shown.isEmpty() ? "" : ": " + shown);
  }
}
