package dev.latchkey.bench.load;

import java.util.Optional;

/**
 * What one connection asks, in turn, and whether each answer is right. Everything happens on the
 * driver's one thread, so callers may share a stock without a thought.
 */
public interface Caller {
    Address address();

    /** Empty once there is nothing left to ask. */
    Optional<byte[]> next();

    /** Judges the answer to what {@link #next} gave last. */
    boolean isRight(Answer answer);
}
