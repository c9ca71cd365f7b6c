package dev.latchkey.faults.history;

import java.util.Locale;

/**
 * One request of a client and its outcome.
 *
 * @param node the number of the node that received the request; the first node is 1
 * @param seen what the client saw, such as a status or a timeout; only for people who read the
 *     history
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

  /** The same operation, which is now known to have happened by this time. */
  Operation doneBefore(long at) {
    return new Operation(act, node, new Span(span.begin(), at), Outcome.DONE, seen);
  }

  boolean isDone() {
    return outcome == Outcome.DONE;
  }

  /** Whether the operation may have had an effect. */
  boolean mayHaveHappened() {
    return outcome != Outcome.REFUSED;
  }

  @Override
  public String toString() {
    return Transcript.line(this);
  }

  String outcomeWord() {
    if ((kind() == Kind.CHECK || kind() == Kind.CALL) && outcome != Outcome.UNKNOWN) {
      return isDone() ? "active" : "inactive";
    }
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
