package dev.latchkey.faults.history;

import java.util.Locale;

/**
 * One request of a client and what came of it.
 *
 * @param node the node that was asked, from 1 on
 * @param seen what the client saw, such as a status or a timeout; for a reader of the history only
 */
public record Operation(Act act, int node, Span span, Outcome outcome, String seen) {
    public Kind kind() {
        return act.kind();
    }

    public String subject() {
        return act.subject();
    }

    public long begin() {
        return span.begin();
    }

    public long end() {
        return span.end();
    }

    boolean isDone() {
        return outcome == Outcome.DONE;
    }

    /** Whether it may have had an effect. */
    boolean mayHaveHappened() {
        return outcome != Outcome.REFUSED;
    }

    @Override
    public String toString() {
        return Transcript.line(this);
    }

    String outcomeWord() {
        if (kind() == Kind.CHECK && outcome != Outcome.UNKNOWN) {
            return isDone() ? "active" : "inactive";
        }
        return outcome.name().toLowerCase(Locale.ROOT);
    }
}
