package dev.latchkey.load;

/** Decides when the next request is due. All times are in nanoseconds since the start. */
public sealed interface Pace {
  long due(long nth, long now);

  /**
   * A closed loop: a connection sends its next request as soon as it has its answer. The load
   * adapts to the server, so the latency is that of a busy server and not that of an overloaded
   * one.
   */
  record ClosedLoop() implements Pace {
    @Override
    public long due(long nth, long now) {
      return now;
    }
  }

  /**
   * An open loop: a request is due at a fixed time, whether or not the previous request has been
   * answered, and its latency counts from that time. Otherwise a server that pauses would get fewer
   * requests during the pause, and its worst moments would be missing from the figures.
   */
  record ConstantRate(double perSecond) implements Pace {
    public ConstantRate {
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
