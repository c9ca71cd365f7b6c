package dev.latchkey.faults.history.run.actor;

import dev.latchkey.faults.history.run.Caller;
import java.util.concurrent.locks.LockSupport;

/**
 * Checks tokens at one node, slowly. If a node does not answer, or holds rows that others want to
 * change, all other callers wait in the end. Without this caller it would look as if the nodes
 * served no one.
 */
public final class Probe implements Runnable {
  private static final long PACE_NANOS = 20_000_000;

  private final Participants participants;
  private final Caller caller;
  private final Checking checking;

  public Probe(Participants participants, Caller caller) {
    this.participants = participants;
    this.caller = caller;
    this.checking = new Checking(caller);
  }

  @Override
  public void run() {
    checking.anywhere(caller.oneOf(participants.machines()).any(caller.random()));
    LockSupport.parkNanos(PACE_NANOS);
  }
}
