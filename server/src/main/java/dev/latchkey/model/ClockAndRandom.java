package dev.latchkey.model;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** The sources of time and randomness: those of the system, or those of a test. */
public record ClockAndRandom(InstantSource clock, RandomGenerator random) {
    /** The moment of an act that no request asked for, such as a command or a background task. */
    public RequestMoment now() {
        return new RequestMoment(clock.instant(), "console");
    }
}
