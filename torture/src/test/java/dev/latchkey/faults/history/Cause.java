package dev.latchkey.faults.history;

/**
 * An operation that may have ended something.
 *
 * @param isSure whether the thing has ended for certain once the operation has happened. It is
 *     false for an operation that ran at the same time as the creation of the thing, because it may
 *     have come first.
 */
record Cause(Operation operation, boolean isSure) {
  /** An operation that ends what was created before it. */
  static Cause ofAllBefore(Operation operation, Operation creation) {
    return new Cause(operation, creation.end() <= operation.begin());
  }

  static Cause sure(Operation operation) {
    return new Cause(operation, true);
  }

  static Cause possible(Operation operation) {
    return new Cause(operation, false);
  }
}
