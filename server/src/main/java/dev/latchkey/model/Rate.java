package dev.latchkey.model;

import java.time.Duration;

/** So many a minute in the long run, and no more than {@code burst} at once. */
public record Rate(int perMinute, int burst) {
    public static final int MOST = 1_000_000;
    public static final Duration MINUTE = Duration.ofMinutes(1);

    public Rate {
        Limit.within("per_minute", perMinute, 1, MOST);
        Limit.within("burst", burst, 1, MOST);
    }

    public static Rate perMinute(int perMinute) {
        return new Rate(perMinute, perMinute);
    }
}
