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

  /** The two parts of an id that was drawn here: when, and 45 random bits. */
  public record Drawn(long millis, long random) {
    public String text() {
      var id = new char[TIME_CHARS + RANDOM_CHARS];
      write(millis, id, 0, TIME_CHARS);
      write(random, id, TIME_CHARS, RANDOM_CHARS);
      return new String(id);
    }
  }

  public static String draw(Instant now, RandomGenerator random) {
    return new Drawn(now.toEpochMilli(), random.nextLong()).text();
  }

  private static void write(long number, char[] id, int from, int chars) {
    long rest = number;
    for (int i = from + chars - 1; i >= from; i--) {
      id[i] = LETTERS.charAt((int) (rest & (LETTERS.length() - 1)));
      rest >>>= BITS;
    }
  }

  /** Empty if another program gave the request its id. */
  public static Optional<Drawn> drawn(String id) {
    if (id.length() != TIME_CHARS + RANDOM_CHARS) {
      return Optional.empty();
    }
    long millis = 0;
    long random = 0;
    for (int i = 0; i < id.length(); i++) {
      int digit = digit(id.charAt(i));
      if (digit < 0) {
        return Optional.empty();
      }
      if (i < TIME_CHARS) {
        millis = (millis << BITS) | digit;
      } else {
        random = (random << BITS) | digit;
      }
    }
    return Optional.of(new Drawn(millis, random));
  }

  private static int digit(char letter) {
    if (letter >= '0' && letter <= '9') {
      return letter - '0';
    }
    return letter >= 'a' && letter <= 'v' ? letter - 'a' + 10 : -1;
  }

  /** When the request arrived; empty if another program gave it the id. */
  public static Optional<Instant> time(String id) {
    return drawn(id).map(drawn -> Instant.ofEpochMilli(drawn.millis));
  }
}
