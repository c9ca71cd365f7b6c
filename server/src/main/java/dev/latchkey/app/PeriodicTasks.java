package dev.latchkey.app;

import dev.latchkey.model.process.Background;
import java.time.Duration;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Runs periodic tasks. Each task has a thread of its own, so a slow task never delays another one.
 * A task that fails runs again at its next time; that is logged each minute.
 */
final class PeriodicTasks implements AutoCloseable {
  private final List<Timer> timers = new CopyOnWriteArrayList<>();

  void every(Duration pause, String name, Runnable task) {
    var timer = new Timer(name, true);
    timers.add(timer);
    Runnable attempts = Background.attempts(name, task);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            attempts.run();
          }
        },
        pause.toMillis(),
        pause.toMillis());
  }

  @Override
  public void close() {
    timers.forEach(Timer::cancel);
  }
}
