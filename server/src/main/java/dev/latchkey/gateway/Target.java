package dev.latchkey.gateway;

import dev.latchkey.http.Upstream;
import dev.latchkey.model.DirectoryCall;
import java.time.Duration;
import java.util.Optional;

/** What answers a call of the open interface once it is admitted. */
public sealed interface Target {
    /** Latchkey itself (decision 4.4). */
    record BuiltIn(DirectoryCall call) implements Target {}

    /**
     * A service of the platform. What a limit of this route leaves open, the gateway decides for
     * every route.
     */
    record Forwarded(
            Upstream upstream,
            Optional<Duration> timeout,
            Optional<Long> bodyLimitBytes,
            Optional<Integer> callsPerMinute)
            implements Target {}
}
