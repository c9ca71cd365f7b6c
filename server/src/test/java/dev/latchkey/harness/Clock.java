package dev.latchkey.harness;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** A clock that stands still until a test moves it forward. It never goes back. */
public final class Clock implements InstantSource {
    private volatile Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @Override
    public Instant instant() {
        return now;
    }

    public synchronized void pass(Duration time) {
        now = now.plus(time);
    }
}
