package dev.latchkey.model;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Where time and randomness come from: the real ones, or those of a test. */
public record ClockAndDice(InstantSource clock, RandomGenerator dice) {
    /** The occasion of an act that no request asks for. */
    public Occasion here() {
        return new Occasion(clock.instant(), "console");
    }
}
