package dev.latchkey.faults.history.run;

import java.util.concurrent.locks.LockSupport;

/**
 * Checks at one node, at a slow pace. The other callers all wait for an answer in the end when a
 * node hangs, or when it holds what they are about to change; without this, the nodes would seem to
 * serve nobody.
 */
final class Probe implements Runnable {
    private static final long PACE_NANOS = 20_000_000;

    private final Town town;
    private final Caller caller;
    private final Checking checking;

    Probe(Town town, Caller caller) {
        this.town = town;
        this.caller = caller;
        this.checking = new Checking(caller);
    }

    @Override
    public void run() {
        checking.anywhere(caller.oneOf(town.machines()).any(caller.random()));
        LockSupport.parkNanos(PACE_NANOS);
    }
}
