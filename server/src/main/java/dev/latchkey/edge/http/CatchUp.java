package dev.latchkey.edge.http;

/**
 * Waits for the changes of other writers before a request is answered from memory. Other nodes may
 * have changed rows of the store that this process has cached (rule 3.7).
 */
@FunctionalInterface
public interface CatchUp {
  /** For a process that is the only writer of the store. */
  CatchUp NOT_NEEDED = (ready, failed) -> ready.run();

  /**
   * Does not block. Runs {@code ready} as soon as this process knows everything that was committed
   * before the call. Runs {@code failed} if that cannot be found out. Either may run on any thread.
   */
  void then(Runnable ready, Runnable failed);
}
