package dev.latchkey.model;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;

/**
 * Work on threads of its own. An unexpected exception is logged and the work goes on, because a
 * thread that has ended does nothing for the rest of the life of the process. An {@link Error} is
 * not caught: it ends the process, which is then started again.
 */
public final class Background {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  /** After a failure, so that a step that always fails does not occupy a processor. */
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(100);

  private static final Duration BETWEEN_REPORTS = Duration.ofMinutes(1);

  private Background() {}

  /** A part of the work. It may wait. An interruption only ends it, not the work. */
  @FunctionalInterface
  public interface Step {
    void run() throws InterruptedException;
  }

  /**
   * Repeats a step on a thread while {@code goesOn} says so, and then runs {@code end}. If the step
   * keeps failing, that is logged once a minute.
   */
  public static Thread repeat(String name, BooleanSupplier goesOn, Step step, Runnable end) {
    return threads(name)
        .newThread(() -> {
          try {
            repeat(name, goesOn, step);
          } finally {
            end.run();
          }
        });
  }

  private static void repeat(String name, BooleanSupplier goesOn, Step step) {
    long reportFrom = System.nanoTime();
    while (goesOn.getAsBoolean()) {
      try {
        try {
          step.run();
        } catch (RuntimeException unexpected) {
          if (System.nanoTime() - reportFrom >= 0) {
            reportFrom = System.nanoTime() + BETWEEN_REPORTS.toNanos();
            report(name, unexpected);
          }
          Thread.sleep(PAUSE_AFTER_FAILURE);
        }
      } catch (InterruptedException wakeUp) {
        // The condition decides whether the work is over.
      }
    }
  }

  /** Runs a task once. A failure is logged. */
  public static void attempt(String name, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException failed) {
      report(name, failed);
    }
  }

  /** Daemon threads with a name, for work that handles each exception itself. */
  public static ThreadFactory threads(String name) {
    return Thread.ofPlatform().name(name).daemon().factory();
  }

  private static void report(String name, RuntimeException failed) {
    if (failed instanceof StorageFault fault) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The background task {0} failed and goes on: {1}",
          name,
          fault.inOneLine());
    } else {
      LOG.log(
          System.Logger.Level.WARNING,
          "The background task " + name + " failed and goes on",
          failed);
    }
  }
}
