package dev.latchkey.faults.history;

/**
 * An operation that may have ended something.
 *
 * @param isSure whether the thing has ended for certain once the operation has happened; an
 *     operation that ran beside the birth may have come before it
 */
record Cause(Operation operation, boolean isSure) {
    static Cause sure(Operation operation) {
        return new Cause(operation, true);
    }

    static Cause possible(Operation operation) {
        return new Cause(operation, false);
    }
}
