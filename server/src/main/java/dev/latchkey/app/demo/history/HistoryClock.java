package dev.latchkey.app.demo.history;

import dev.latchkey.model.time.StoreClock;
import java.time.Duration;
import java.time.Instant;

/** The time at which what is written now has happened. */
final class HistoryClock implements StoreClock {
  private Instant instant = Instant.EPOCH;

  void set(Instant past) {
    instant = past;
  }

  @Override
  public Instant instant() {
    return instant;
  }

  @Override
  public void serverSaid(Instant time, long asked, long answered) {
    // What has happened has no other time.
  }

  @Override
  public Duration ahead() {
    return Duration.ZERO;
  }

  @Override
  public long nanoTime() {
    return Duration.between(Instant.EPOCH, instant).toNanos();
  }
}
