package dev.latchkey.config;

import dev.latchkey.model.Limit;
import java.time.Duration;
import java.util.Optional;

/**
 * How a node starts and stops while others serve.
 *
 * @param drainSeconds how long the node still serves after SIGTERM while it says that it is not
 *     ready; if it is empty, the default depends on the database
 * @param databaseWaitSeconds how long the node waits at its start for a database that cannot be
 *     reached
 */
public record Restart(Optional<Integer> drainSeconds, int databaseWaitSeconds) {
    /** HAProxy's default checks need six seconds to notice that a node is not ready. */
    private static final int DRAIN_BESIDE_OTHERS = 8;

    static final int DATABASE_WAIT = 60;
    static final int MAX_SECONDS = 3_600;

    public Restart {
        drainSeconds.ifPresent(seconds -> Limit.within("drain_seconds", seconds, 0, 3_600));
        Limit.within("database_wait_seconds", databaseWaitSeconds, 0, MAX_SECONDS);
    }

    /** Without a database there is no other node that could take over. */
    Duration drain(boolean hasDatabase) {
        return Duration.ofSeconds(drainSeconds.orElse(hasDatabase ? DRAIN_BESIDE_OTHERS : 0));
    }

    public Duration databaseWait() {
        return Duration.ofSeconds(databaseWaitSeconds);
    }
}
