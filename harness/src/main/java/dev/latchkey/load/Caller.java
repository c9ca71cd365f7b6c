package dev.latchkey.load;

import java.net.InetAddress;
import java.util.Optional;

/**
 * What one connection asks, in turn, and whether each answer is right. Everything happens on the
 * driver's one thread, so callers may share a stock without a thought.
 */
public interface Caller {
    Address address();

    /** The address of this machine to connect from, where the system shall not choose. */
    default Optional<InetAddress> source() {
        return Optional.empty();
    }

    /** Empty once there is nothing left to ask. */
    Optional<byte[]> next();

    /** Judges the answer to what {@link #next} gave last. */
    boolean isRight(Answer answer);
}
