package dev.latchkey.storage.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.RecordedCall;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a block has, in two numbers: a search skips a block that lacks a bit. The bits of names are
 * those of their hashes, so a block may have the bit without the name.
 */
record CallMarks(long marks, long names) {
  private static final int STATUS_CLASSES = 6;
  private static final int OUTCOMES_AT = RecordedCall.Kind.values().length;
  private static final int STATUS_AT = OUTCOMES_AT + RecordedCall.Outcome.values().length;
  private static final int REASONS_AT = STATUS_AT + STATUS_CLASSES;
  private static final int REASONS = 26;
  private static final int ROUTES_AT = REASONS_AT + REASONS;
  private static final int ROUTES = Long.SIZE - ROUTES_AT;

  static CallMarks of(List<RecordedCall> calls) {
    long marks = 0;
    long names = 0;
    for (RecordedCall call : calls) {
      marks |= marks(call);
      names |= names(call);
    }
    return new CallMarks(marks, names);
  }

  private static long marks(RecordedCall call) {
    return kind(call.kind())
        | outcome(call.outcome())
        | statusClass(call.decision().status() / 100)
        | call.decision().reason().map(CallMarks::reason).orElse(0L)
        | route(call.asked().route());
  }

  private static long names(RecordedCall call) {
    return call.caller().subject().map(Id::value).map(CallMarks::name).orElse(0L)
        | name(call.origin().address())
        | name(call.caller().ending())
        | name(call.asked().method());
  }

  /** The bits that a block must have for a call of this search to be in it. */
  static CallMarks needed(CallSearch.Filter filter) {
    return new CallMarks(
        together(
            filter.kind().map(CallMarks::kind),
            filter.outcome().map(CallMarks::outcome),
            filter.reason().map(CallMarks::reason),
            filter.status().map(status -> statusClass(status < 100 ? status : status / 100)),
            filter.route().map(CallMarks::route)),
        together(
            filter.subject().map(Id::value).map(CallMarks::name),
            filter.address().map(CallMarks::name),
            filter.ending().map(CallMarks::name),
            filter.method().map(CallMarks::name)));
  }

  @SafeVarargs
  private static long together(Optional<Long>... bits) {
    return Stream.of(bits).flatMap(Optional::stream).reduce(0L, (one, other) -> one | other);
  }

  boolean has(CallMarks needed) {
    return (marks & needed.marks) == needed.marks && (names & needed.names) == needed.names;
  }

  CallMarks and(CallMarks other) {
    return new CallMarks(marks | other.marks, names | other.names);
  }

  private static long kind(RecordedCall.Kind kind) {
    return 1L << kind.ordinal();
  }

  private static long outcome(RecordedCall.Outcome outcome) {
    return 1L << OUTCOMES_AT + outcome.ordinal();
  }

  private static long statusClass(int hundreds) {
    return 1L << STATUS_AT + Math.clamp(hundreds, 0, STATUS_CLASSES - 1);
  }

  private static long reason(CallReason reason) {
    return 1L << REASONS_AT + reason.ordinal() % REASONS;
  }

  private static long route(String route) {
    return 1L << ROUTES_AT + Math.floorMod(route.hashCode(), ROUTES);
  }

  private static long name(String name) {
    return 1L << Math.floorMod(name.hashCode(), Long.SIZE);
  }
}
