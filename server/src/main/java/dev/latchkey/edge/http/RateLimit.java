package dev.latchkey.edge.http;

import dev.latchkey.model.Rate;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Limits the rate of many callers, each identified by a key. Each key has a token bucket in the
 * memory of this process.
 *
 * <p>A bucket is removed only when it is full, because then it holds no information. So a caller
 * who is over the rate cannot make this process forget that by filling the memory. When there is no
 * room for more buckets, new keys share a few thousand buckets. The alternatives are worse: if all
 * new keys were refused, a caller with many addresses could exclude everybody else; if all were
 * accepted, new keys would have no limit.
 */
public final class RateLimit {
  private static final int MAX_BUCKETS = 32_768;
  private static final int SHARED_BUCKETS = 4_096;

  private final Map<Object, Bucket> buckets = new ConcurrentHashMap<>();
  private final String name;
  private final Rate rate;
  private final TimeMeter time;

  public RateLimit(String name, Rate rate, InstantSource clock) {
    this.name = name;
    this.rate = rate;
    this.time = new ClockTimeMeter(clock);
  }

  private record Shared(int number) {}

  /** Takes one token from the bucket of the key. Returns a refusal if the bucket is empty. */
  public Optional<Refusal> take(Object key) {
    return takeOrWait(key).map(this::refusal);
  }

  /**
   * Takes one token from the bucket of the key. Returns how long the caller must wait if the bucket
   * is empty.
   */
  public Optional<Duration> takeOrWait(Object key) {
    ConsumptionProbe probe = bucket(key).tryConsumeAndReturnRemaining(1);
    return probe.isConsumed()
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
  }

  /** Returns a token that was taken but shall not count. */
  public void giveBack(Object key) {
    bucket(key).addTokens(1);
  }

  /** Removes the buckets that are full, because they hold no information. */
  public void sweep() {
    buckets.values().removeIf(bucket -> bucket.getAvailableTokens() >= rate.burst());
  }

  public boolean isEmpty() {
    return buckets.isEmpty();
  }

  int size() {
    return buckets.size();
  }

  private Bucket bucket(Object key) {
    boolean hasRoom = buckets.size() < MAX_BUCKETS || buckets.containsKey(key);
    return buckets.computeIfAbsent(
        hasRoom ? key : new Shared(Math.floorMod(key.hashCode(), SHARED_BUCKETS)),
        newKey -> full());
  }

  private Bucket full() {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(rate.burst()).refillGreedy(rate.perMinute(), Rate.MINUTE))
        .withCustomTimePrecision(time)
        .build();
  }

  /**
   * The refusal, with the header fields of draft-ietf-httpapi-ratelimit-headers-10. The older
   * {@code RateLimit-Limit}, {@code -Remaining} and {@code -Reset} mean different things to
   * different clients.
   */
  private Refusal refusal(Duration wait) {
    return Refusal.tooManyRequests(wait)
        .with(
            "RateLimit-Policy",
            "\"%s\";q=%d;w=%d".formatted(name, rate.perMinute(), Rate.MINUTE.toSeconds()))
        .with("RateLimit", "\"%s\";r=0;t=%d".formatted(name, Refusal.seconds(wait)));
  }

  private record ClockTimeMeter(InstantSource clock) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      Instant now = clock.instant();
      return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    @Override
    public boolean isWallClockBased() {
      return true;
    }
  }
}
