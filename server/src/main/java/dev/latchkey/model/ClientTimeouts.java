package dev.latchkey.model;

import java.time.Duration;

/**
 * How long the server waits for clients. A client that sends a request or takes an answer more
 * slowly is disconnected: an open connection costs it next to nothing.
 *
 * @param headSeconds from the first byte of a request to the end of its headers
 * @param stallSeconds how long a body or an answer may stand still in all, beyond what its length
 *     earns it
 * @param bytesPerSecond what a body earns
 * @param idleSeconds between two requests on one connection
 * @param stopSeconds when the process is told to stop, for what is under way
 */
public record ClientTimeouts(
        int headSeconds, int stallSeconds, int bytesPerSecond, int idleSeconds, int stopSeconds) {
    public static final ClientTimeouts DEFAULT = new ClientTimeouts(10, 12, 4_096, 60, 10);

    public ClientTimeouts {
        Limit.within("head_seconds", headSeconds, 1, 600);
        Limit.within("stall_seconds", stallSeconds, 1, 600);
        Limit.within("bytes_per_second", bytesPerSecond, 1, 1_000_000);
        Limit.within("idle_seconds", idleSeconds, 1, 3_600);
        Limit.within("stop_seconds", stopSeconds, 1, 3_600);
    }

    public Duration head() {
        return Duration.ofSeconds(headSeconds);
    }

    public Duration stall() {
        return Duration.ofSeconds(stallSeconds);
    }

    public Duration idle() {
        return Duration.ofSeconds(idleSeconds);
    }

    public Duration stop() {
        return Duration.ofSeconds(stopSeconds);
    }
}
