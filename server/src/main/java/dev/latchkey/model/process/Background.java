package dev.latchkey.model.process;

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

  /** Less than a minute, so that each failure of a task that runs every minute is logged. */
  private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(55);

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
    var failures = new Failures(name);
    while (goesOn.getAsBoolean()) {
      try {
        try {
          step.run();
        } catch (RuntimeException unexpected) {
          failures.report(unexpected);
          Thread.sleep(PAUSE_AFTER_FAILURE);
        }
      } catch (InterruptedException wakeUp) {
        // The condition decides whether the work is over.
      }
    }
  }

  /** Runs a task once. A failure is logged. */
  public static void attempt(String name, Runnable task) {
    attempts(name, task).run();
  }

  /**
   * A task that may run often and never throws. If it keeps failing, that is logged each minute.
   */
  public static Runnable attempts(String name, Runnable task) {
    var failures = new Failures(name);
    return () -> {
      try {
        task.run();
      } catch (RuntimeException failed) {
        failures.report(failed);
      }
    };
  }

  /** Daemon threads with a name, for work that handles each exception itself. */
  public static ThreadFactory threads(String name) {
    return Thread.ofPlatform().name(name).daemon().factory();
  }

  /** The failures of one piece of work, of which one a minute is logged. */
  private static final class Failures {
    private final String name;
    private long reportFrom = System.nanoTime();

    Failures(String name) {
      this.name = name;
    }

    void report(RuntimeException failed) {
      long now = System.nanoTime();
      if (now - reportFrom < 0) {
        return;
      }
      reportFrom = now + BETWEEN_REPORTS.toNanos();
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
}
