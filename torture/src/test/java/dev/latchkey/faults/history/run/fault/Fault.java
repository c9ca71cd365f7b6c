package dev.latchkey.faults.history.run.fault;

import dev.latchkey.faults.history.run.Node;
import java.time.Duration;
import java.util.Optional;

/** A fault that strikes and is repaired, many times. */
public interface Fault {
  /** The name of the fault in the table of results. */
  String name();

  /** Starts the fault. Returns once the fault is in effect. */
  void strike();

  /**
   * Removes the cause of the fault, and returns then. The time until the service works again is
   * measured.
   */
  void heal();

  /** How long the fault lasts, from its begin to its repair. */
  default Duration lasts() {
    return Duration.ZERO;
  }

  /** The node that was struck last, if the fault strikes a single node. */
  default Optional<Node> struck() {
    return Optional.empty();
  }

  /** Whether each strike ends the only process that can write to the store. */
  default boolean endsTheOnlyWriter() {
    return false;
  }
}
