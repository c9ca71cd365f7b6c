package dev.latchkey.model.process;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Tasks that one thread runs in the background, one after the other. A task that fails is logged,
 * and the next one runs. The thread ends while there is nothing to do.
 */
public final class BackgroundQueue implements AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  private final String name;
  private final Duration timeToEnd;
  private final ScheduledThreadPoolExecutor thread;

  /** {@code timeToEnd}: how long a task under way may take after {@link #close}. */
  public BackgroundQueue(String name, Duration timeToEnd) {
    this.name = name;
    this.timeToEnd = timeToEnd;
    this.thread = new ScheduledThreadPoolExecutor(1, Background.threads(name));
    thread.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    thread.allowCoreThreadTimeOut(true);
  }

  public void add(Runnable task) {
    thread.execute(() -> Background.attempt(name, task));
  }

  public void add(Runnable task, Duration delay) {
    var _ =
        thread.schedule(
            () -> Background.attempt(name, task), delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Drops the tasks that wait. */
  @Override
  public void close() {
    thread.getQueue().clear();
    thread.shutdown();
    try {
      var _ = thread.awaitTermination(timeToEnd.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    thread.shutdownNow();
  }
}
