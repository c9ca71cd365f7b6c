package dev.latchkey.load;

import java.net.InetAddress;
import java.util.Optional;

/**
 * Supplies the requests of one connection, one after the other, and checks each answer. All callers
 * run on the single thread of the load driver, so they may share mutable state without
 * synchronization.
 */
public interface Caller {
  Address address();

  /** The local address to connect from. Empty if the operating system chooses it. */
  default Optional<InetAddress> source() {
    return Optional.empty();
  }

  /** The next request. Empty if there are no more requests. */
  Optional<byte[]> next();

  /** Whether this is a right answer to the request that {@link #next} returned last. */
  boolean isRight(Answer answer);
}
