package dev.latchkey.edge.http.netty;

/**
 * Separates errors of the program on an event loop from errors that concern one connection only.
 */
final class LoopErrors {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  private LoopErrors() {}

  /**
   * Reports an error. The library would log an {@link Error} and go on. Instead, it is passed to
   * the handler of uncaught exceptions, as if it had ended this thread. Any other error concerns
   * one connection, which the caller closes.
   */
  static void report(Throwable cause) {
    if (cause instanceof Error broken) {
      Thread here = Thread.currentThread();
      here.getUncaughtExceptionHandler().uncaughtException(here, broken);
    } else if (cause instanceof RuntimeException unexpected) {
      LOG.log(System.Logger.Level.DEBUG, "An error ended a connection.", unexpected);
    }
  }

  /** Runs a regular task of a loop, and reports its errors. */
  static void guard(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException unexpected) {
      LOG.log(System.Logger.Level.ERROR, "unexpected", unexpected);
    } catch (Error broken) {
      report(broken);
    }
  }
}
