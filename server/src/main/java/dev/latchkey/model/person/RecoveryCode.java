package dev.latchkey.model.person;

import dev.latchkey.model.SecretHash;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A one-time code that replaces the authenticator app of a person who has lost it. People write it
 * down and type it, so it has no prefix. It has 120 random bits, so the plain hash under which it
 * is stored is strong enough (ASVS 6.5.2).
 */
public final class RecoveryCode {
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
  private static final int CHARS = 24;
  private static final int AT_ONCE = 10;
  private static final String GROUPS_OF_SIX = "(.{6})(?!$)";

  private final String text;

  private RecoveryCode(String text) {
    this.text = text;
  }

  /** All codes that a person gets at once. */
  public static List<RecoveryCode> drawAll(RandomGenerator random) {
    return Stream.generate(() -> draw(random)).limit(AT_ONCE).toList();
  }

  public static RecoveryCode draw(RandomGenerator random) {
    return new RecoveryCode(
        random
            .ints(CHARS, 0, ALPHABET.length())
            .mapToObj(character -> String.valueOf(ALPHABET.charAt(character)))
            .collect(Collectors.joining()));
  }

  /** Ignores letter case, spaces and hyphens. */
  public static Optional<RecoveryCode> parse(String text) {
    String bare = text.replaceAll("[\\s-]", "").toLowerCase(Locale.ROOT);
    boolean sound =
        bare.length() == CHARS
            && bare.chars().allMatch(character -> ALPHABET.indexOf(character) >= 0);
    return sound ? Optional.of(new RecoveryCode(bare)) : Optional.empty();
  }

  public String reveal() {
    return text.replaceAll(GROUPS_OF_SIX, "$1-");
  }

  public SecretHash hash() {
    return SecretHash.of(text);
  }

  @Override
  public String toString() {
    return "RecoveryCode[redacted]";
  }
}
