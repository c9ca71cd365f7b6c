package dev.latchkey.model;

import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The id of a request. One that is drawn here begins with its time, so that the records of a
 * request are found without an index of all ids. It is no secret.
 */
public final class RequestId {
  private static final String LETTERS = "0123456789abcdefghijklmnopqrstuv";
  private static final int BITS = 5;
  private static final int TIME_CHARS = 9;
  private static final int RANDOM_CHARS = 9;

  private RequestId() {}

  public static String draw(Instant now, RandomGenerator random) {
    var id = new char[TIME_CHARS + RANDOM_CHARS];
    write(now.toEpochMilli(), id, 0, TIME_CHARS);
    write(random.nextLong(), id, TIME_CHARS, RANDOM_CHARS);
    return new String(id);
  }

  private static void write(long number, char[] id, int from, int chars) {
    long rest = number;
    for (int i = from + chars - 1; i >= from; i--) {
      id[i] = LETTERS.charAt((int) (rest & (LETTERS.length() - 1)));
      rest >>>= BITS;
    }
  }

  /** When the request arrived; empty if another program gave it the id. */
  public static Optional<Instant> time(String id) {
    if (id.length() != TIME_CHARS + RANDOM_CHARS) {
      return Optional.empty();
    }
    long millis = 0;
    for (int i = 0; i < id.length(); i++) {
      int digit = LETTERS.indexOf(id.charAt(i));
      if (digit < 0) {
        return Optional.empty();
      }
      millis = i < TIME_CHARS ? (millis << BITS) | digit : millis;
    }
    return Optional.of(Instant.ofEpochMilli(millis));
  }
}
