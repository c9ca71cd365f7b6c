package dev.latchkey.model;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Where time and randomness come from: the real ones, or those of a test. */
public record ClockAndRandom(InstantSource clock, RandomGenerator random) {
    /** The occasion of an act that no request asks for. */
    public RequestMoment here() {
        return new RequestMoment(clock.instant(), "console");
    }
}
