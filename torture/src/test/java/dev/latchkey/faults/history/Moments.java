package dev.latchkey.faults.history;

import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;

/**
 * When operations that end several things at once took effect. This is known from the things that
 * only one operation can have ended. If one such thing was seen ended, an operation without an
 * answer has certainly happened, and everything else that it ends has ended too.
 */
final class Moments {
  /** They end one pair each, or they end several things in several writes. */
  private static final Set<Kind> WITHOUT_ONE_MOMENT =
      EnumSet.of(Kind.REFRESH, Kind.EXCHANGE, Kind.REVOKE_ALL);

  private final IdentityHashMap<Operation, Moment> known = new IdentityHashMap<>();

  private static final class Moment {
    private long from = Long.MIN_VALUE;
    private long to = Long.MAX_VALUE;
    private Optional<Operation> witness = Optional.empty();
  }

  /** Narrows the moment of the operation: it is between {@code after} and {@code before}. */
  void narrow(Operation operation, Operation after, Operation before) {
    if (WITHOUT_ONE_MOMENT.contains(operation.kind())) {
      return;
    }
    Moment moment = known.computeIfAbsent(operation, first -> new Moment());
    moment.from = Math.max(moment.from, after.begin());
    if (before.end() < moment.to) {
      moment.to = before.end();
      moment.witness = Optional.of(before);
    }
  }

  long earliest(Operation operation) {
    Moment moment = known.get(operation);
    return moment == null ? operation.begin() : Math.max(operation.begin(), moment.from);
  }

  long latest(Operation operation) {
    Moment moment = known.get(operation);
    return moment == null ? operation.end() : Math.min(operation.end(), moment.to);
  }

  boolean hasHappened(Operation operation) {
    return operation.isDone() || known.containsKey(operation);
  }

  /** The operation that saw the effect first, if it ended before the operation itself did. */
  Optional<Operation> witness(Operation operation) {
    Moment moment = known.get(operation);
    return moment == null || moment.to >= operation.end() ? Optional.empty() : moment.witness;
  }
}
