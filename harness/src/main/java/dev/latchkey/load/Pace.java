package dev.latchkey.load;

/** When the next request is due. All times are nanoseconds since the start. */
public sealed interface Pace {
    long due(long nth, long now);

    /**
     * A closed loop: a connection that has its answer asks again. The load adapts to the server, so
     * its latency is that of a server kept busy, not of one that is overrun.
     */
    record AsAnswered() implements Pace {
        @Override
        public long due(long nth, long now) {
            return now;
        }
    }

    /**
     * An open loop: a request is due at its time, whether or not there is an answer to the one
     * before, and waits from then on. Else a server that stands still would be asked less often
     * just then, and its worst moments would be left out.
     */
    record Constant(double perSecond) implements Pace {
        public Constant {
            if (!(perSecond > 0)) {
                throw new IllegalArgumentException("a rate must be above 0, not " + perSecond);
            }
        }

        @Override
        public long due(long nth, long now) {
            return (long) (nth * 1e9 / perSecond);
        }
    }
}
