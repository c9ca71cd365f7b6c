package dev.latchkey.harness;

import dev.latchkey.model.time.StoreClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A clock that stands still until a test moves it forward. It is the time of all nodes and of the
 * database, and the servers' own time does not matter.
 */
public final class Clock implements StoreClock {
  private volatile Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public void serverSaid(Instant time, long asked, long answered) {
    // The time of the test is that of the server.
  }

  @Override
  public Duration ahead() {
    return Duration.ZERO;
  }

  @Override
  public long nanoTime() {
    return Duration.between(Instant.EPOCH, now).toNanos();
  }

  public synchronized void pass(Duration time) {
    now = now.plus(time);
  }
}
