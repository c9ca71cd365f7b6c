package dev.latchkey.bench;

import java.util.Optional;

/**
 * What one connection asks, in turn, and whether each answer is right. One with a state is used by
 * one thread; one that only takes from a common stock, by all.
 */
interface Caller {
    /** Empty once there is nothing left to ask. */
    Optional<byte[]> next();

    /** Judges the answer to what {@link #next} gave last. */
    boolean isRight(Answer answer);
}
