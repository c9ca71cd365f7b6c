package dev.latchkey.load;

import java.time.Duration;
import java.util.List;

/**
 * What callers ask, how often, and on which connections. Several loads may run beside each other:
 * each has its own callers and its own figures.
 *
 * @param patience how long an answer may take before the request counts as unanswered
 */
public record Load(
        List<? extends Caller> callers, Pace pace, Connections connections, Duration patience) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** When connections are opened. */
    public enum Connections {
        /** All before the measurement, and kept. */
        OPEN_BEFORE,

        /** All at the same moment, which is the start of the measurement, and kept. */
        OPEN_AT_START,

        /** One for each request; the time to open it counts as part of the request. */
        ONE_A_REQUEST
    }

    public static Load of(List<? extends Caller> callers, Pace pace) {
        return new Load(callers, pace, Connections.OPEN_BEFORE, PATIENCE);
    }

    public Load opening(Connections when) {
        return new Load(callers, pace, when, patience);
    }

    public Load waitingFor(Duration longest) {
        return new Load(callers, pace, connections, longest);
    }
}
