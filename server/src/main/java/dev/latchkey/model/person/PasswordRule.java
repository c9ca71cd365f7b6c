package dev.latchkey.model.person;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides which passwords a person may choose. A password must be long enough, and it must not be
 * among those that attackers guess first. All characters are allowed. No rule asks for certain
 * kinds of characters, because such rules make passwords similar, not strong.
 */
public record PasswordRule(Set<String> common) {
  public static final int MIN_CHARS = 8;
  public static final int MAX_CHARS = 128;

  private static final String PRODUCT = "latchkey";

  public enum Flaw {
    TOO_SHORT,
    TOO_LONG,
    COMMON,
    PERSONAL
  }

  public PasswordRule {
    common = Set.copyOf(common);
  }

  public Optional<Flaw> flaw(String password, String email, String name) {
    int chars = password.codePointCount(0, password.length());
    if (chars < MIN_CHARS) {
      return Optional.of(Flaw.TOO_SHORT);
    }
    if (chars > MAX_CHARS) {
      return Optional.of(Flaw.TOO_LONG);
    }
    if (common.contains(password.toLowerCase(Locale.ROOT))) {
      return Optional.of(Flaw.COMMON);
    }
    return isAbout(password, email, name) ? Optional.of(Flaw.PERSONAL) : Optional.empty();
  }

  /**
   * Whether the password is only a name or address of the person, or the name of the product.
   * Digits and punctuation are ignored: a name with a year and an exclamation mark is still that
   * name.
   */
  private static boolean isAbout(String password, String email, String name) {
    var guesses =
        Stream.concat(
            Stream.of(PRODUCT, email, email.replaceFirst("@.*", ""), name),
            List.of(name.split("\\s+")).stream());
    String letters = letters(password);
    return !letters.isEmpty() && guesses.map(PasswordRule::letters).anyMatch(letters::equals);
  }

  private static String letters(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}]", "");
  }

  @Override
  public String toString() {
    return "PasswordRule[" + common.size() + " common]";
  }
}
