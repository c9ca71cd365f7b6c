package dev.latchkey.faults.history.run.actor;

/** Runs two actions at the same time. */
final class InParallel {
  private InParallel() {}

  static void run(Runnable first, Runnable second) {
    Thread thread = Thread.startVirtualThread(second);
    try {
      first.run();
      thread.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }
}
