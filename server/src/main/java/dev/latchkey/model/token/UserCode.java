package dev.latchkey.model.token;

import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The code that a device shows and a person types (RFC 8628 6.1). It has only consonants, so it
 * spells no word, and none of its letters looks like a digit. It has 34 random bits, so attempts
 * are limited and its stored hash needs a key.
 */
public final class UserCode {
  private static final String ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
  private static final int CHARS = 8;

  private final String text;

  private UserCode(String text) {
    this.text = text;
  }

  public static UserCode draw(RandomGenerator random) {
    return new UserCode(
        random
            .ints(CHARS, 0, ALPHABET.length())
            .mapToObj(letter -> String.valueOf(ALPHABET.charAt(letter)))
            .collect(Collectors.joining()));
  }

  /** Ignores letter case and everything that is neither a letter nor a digit. */
  public static Optional<UserCode> parse(String text) {
    String bare = text.replaceAll("[^\\p{L}\\p{N}]", "").toUpperCase(Locale.ROOT);
    boolean sound =
        bare.length() == CHARS && bare.chars().allMatch(letter -> ALPHABET.indexOf(letter) >= 0);
    return sound ? Optional.of(new UserCode(bare)) : Optional.empty();
  }

  /** The code in two groups, as devices show it. */
  public String reveal() {
    return text.substring(0, CHARS / 2) + "-" + text.substring(CHARS / 2);
  }

  @Override
  public String toString() {
    return "UserCode[redacted]";
  }
}
