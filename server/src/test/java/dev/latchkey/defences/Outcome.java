package dev.latchkey.defences;

/**
 * How one named test ended.
 *
 * @param message of the first failure; empty if there was none
 */
record Outcome(NamedTest test, Kind kind, String message) {
    enum Kind {
        PASSED,
        /** An assertion did not hold, or what was waited for did not come. */
        FAILED,
        /** This machine cannot run it: an assumption did not hold. */
        SKIPPED,
        /** It came to an end without a judgement: an exception, a set-up that failed, no test. */
        BROKEN
    }

    /** As one line, to pass it from process to process. */
    String line() {
        return test + "\t" + kind + "\t" + message.strip().replaceAll("\\s+", " ");
    }

    static Outcome read(String line) {
        String[] parts = line.split("\t", 3);
        return new Outcome(NamedTest.parse(parts[0]), Kind.valueOf(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        String said = message.length() > 300 ? message.substring(0, 300) + "…" : message;
        return test + " " + kind + (said.isEmpty() ? "" : ": " + said);
    }
}
