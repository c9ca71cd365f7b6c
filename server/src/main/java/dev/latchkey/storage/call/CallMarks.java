package dev.latchkey.storage.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.RecordedCall;
import java.util.List;
import java.util.Optional;

/**
 * What a block has, in two numbers: a search skips a block that lacks a bit. The bits of names are
 * those of their hashes, so a block may have the bit without the name.
 */
record CallMarks(long marks, long names) {
  private static final int OUTCOMES_AT = 8;
  private static final int STATUS_AT = 12;
  private static final int MOST_HUNDREDS = 5;
  private static final int REASONS_AT = 18;
  private static final int REASONS = 22;
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
  static CallMarks needed(CallSearch search) {
    CallMarks filtered = needed(search.filter());
    return search.of() instanceof CallSearch.Of.Person(_, var subject)
        ? filtered.and(new CallMarks(0, name(subject.value())))
        : filtered;
  }

  private static CallMarks needed(CallSearch.Filter filter) {
    return new CallMarks(
        together(
            List.of(
                filter.kind().map(CallMarks::kind),
                filter.outcome().map(CallMarks::outcome),
                filter.reason().map(CallMarks::reason),
                filter.status().map(status -> statusClass(status < 100 ? status : status / 100)),
                filter.route().map(CallMarks::route))),
        together(
            List.of(
                filter.subject().map(Id::value).map(CallMarks::name),
                filter.address().map(CallMarks::name),
                filter.ending().map(CallMarks::name),
                filter.method().map(CallMarks::name))));
  }

  private static long together(List<Optional<Long>> bits) {
    return bits.stream().flatMap(Optional::stream).reduce(0L, (one, other) -> one | other);
  }

  boolean has(CallMarks needed) {
    return (marks & needed.marks) == needed.marks && (names & needed.names) == needed.names;
  }

  CallMarks and(CallMarks other) {
    return new CallMarks(marks | other.marks, names | other.names);
  }

  /** The bits are in the store, so a kind keeps its own. */
  private static long kind(RecordedCall.Kind kind) {
    return switch (kind) {
      case GATEWAY -> 1;
      case CHECK -> 1 << 1;
      case TOKEN -> 1 << 2;
      case REVOCATION -> 1 << 3;
      case INTROSPECTION -> 1 << 4;
    };
  }

  private static long outcome(RecordedCall.Outcome outcome) {
    return switch (outcome) {
      case ADMITTED -> 1 << OUTCOMES_AT;
      case REFUSED -> 1 << (OUTCOMES_AT + 1);
      case FAILED -> 1 << (OUTCOMES_AT + 2);
    };
  }

  private static long statusClass(int hundreds) {
    return 1L << (STATUS_AT + Math.clamp(hundreds, 0, MOST_HUNDREDS));
  }

  private static long reason(CallReason reason) {
    return 1L << (REASONS_AT + Math.floorMod(reason.name().hashCode(), REASONS));
  }

  private static long route(String route) {
    return 1L << (ROUTES_AT + Math.floorMod(route.hashCode(), ROUTES));
  }

  private static long name(String name) {
    return 1L << Math.floorMod(name.hashCode(), Long.SIZE);
  }
}
