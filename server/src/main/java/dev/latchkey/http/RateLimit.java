package dev.latchkey.http;

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
 * One rate, for each of many: a token bucket a key, kept in this process.
 *
 * <p>A bucket goes only when it is full again and so remembers nothing: whoever is over the rate
 * cannot make this forget it by filling the memory. Where there is no room, newcomers share a few
 * thousand buckets: refusing them all would let a caller with many addresses shut everybody out,
 * and letting them all pass would lift the limit for whoever comes last.
 */
public final class RateLimit {
    private static final int MOST = 32_768;
    private static final int SHARED = 4_096;

    private final Map<Object, Bucket> buckets = new ConcurrentHashMap<>();
    private final String name;
    private final Rate rate;
    private final TimeMeter time;

    public RateLimit(String name, Rate rate, InstantSource clock) {
        this.name = name;
        this.rate = rate;
        this.time = new Reading(clock);
    }

    private record Shared(int number) {}

    /** Takes a place; a refusal if there is none now. */
    public Optional<Refusal> take(Object key) {
        ConsumptionProbe probe = bucket(key).tryConsumeAndReturnRemaining(1);
        return probe.isConsumed()
                ? Optional.empty()
                : Optional.of(refusal(Duration.ofNanos(probe.getNanosToWaitForRefill())));
    }

    /** What was taken is not to count. */
    public void giveBack(Object key) {
        bucket(key).addTokens(1);
    }

    /** Lets go of whatever remembers nothing. */
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
        boolean hasRoom = buckets.size() < MOST || buckets.containsKey(key);
        return buckets.computeIfAbsent(
                hasRoom ? key : new Shared(Math.floorMod(key.hashCode(), SHARED)),
                newcomer -> full());
    }

    private Bucket full() {
        return Bucket.builder()
                .addLimit(limit ->
                        limit.capacity(rate.burst()).refillGreedy(rate.perMinute(), Rate.MINUTE))
                .withCustomTimePrecision(time)
                .build();
    }

    /** Told in the fields of draft-ietf-httpapi-ratelimit-headers-10. */
    private Refusal refusal(Duration wait) {
        return Refusal.tooManyRequests(wait)
                .with(
                        "RateLimit-Policy",
                        "\"%s\";q=%d;w=%d"
                                .formatted(name, rate.perMinute(), Rate.MINUTE.toSeconds()))
                .with("RateLimit", "\"%s\";r=0;t=%d".formatted(name, Refusal.seconds(wait)));
    }

    private record Reading(InstantSource clock) implements TimeMeter {
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
