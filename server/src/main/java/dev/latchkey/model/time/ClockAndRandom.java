package dev.latchkey.model.time;

import dev.latchkey.model.RequestMoment;
import java.util.random.RandomGenerator;

/** The sources of time and randomness: those of the system, or those of a test. */
public record ClockAndRandom(StoreClock clock, RandomGenerator random) {
  /** The moment of an act of the server itself. */
  public RequestMoment now() {
    return RequestMoment.ofServer(clock.instant());
  }
}
