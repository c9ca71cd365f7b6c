package dev.latchkey.model.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The clock of a node. Until a server says its time, it is the clock of the machine. After that it
 * is the time of the server: what the server said last, and what has passed since then. A step of
 * the machine's own clock does not change it.
 *
 * <p>Each answer of the server bounds the difference between its clock and the monotonic time of
 * this process from both sides. The estimate moves only if it is outside these bounds, and then to
 * the nearer one. So the fastest answers decide how exact it is, slow ones do no harm, and it
 * follows a server whose clock was set, or another server after a failover, at once.
 */
public final class SynchronizedClock implements StoreClock {
  private static final Instant EPOCH = Instant.EPOCH;

  private final InstantSource machine;

  /** The time of the server minus the monotonic time, in nanoseconds. */
  private final AtomicReference<@Nullable Long> difference = new AtomicReference<>();

  public SynchronizedClock(InstantSource machine) {
    this.machine = machine;
  }

  @Override
  public Instant instant() {
    Long known = difference.get();
    return known == null ? machine.instant() : EPOCH.plusNanos(nanoTime() + known);
  }

  @Override
  public void serverSaid(Instant time, long asked, long answered) {
    long said = EPOCH.until(time, ChronoUnit.NANOS);
    difference.updateAndGet(known -> {
      long least = said - answered;
      long most = said - asked;
      return Math.clamp(known == null ? least + (most - least) / 2 : known, least, most);
    });
  }

  @Override
  public Duration ahead() {
    return difference.get() == null
        ? Duration.ZERO
        : Duration.between(instant(), machine.instant());
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }
}
