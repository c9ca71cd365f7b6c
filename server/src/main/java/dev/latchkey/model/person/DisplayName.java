package dev.latchkey.model.person;

import java.util.Optional;
import java.util.Set;

/**
 * The name of a person, a team, an organization or a credential, as other people read it. It must
 * not contain control or format characters: those that reverse or hide text could make one name
 * look like another.
 */
public record DisplayName(String text) {
  public static final int MAX_CHARS = 100;

  /** Letters and a symbol that are drawn as nothing: the Hangul fillers and the empty Braille. */
  private static final Set<Integer> EMPTY_LETTERS = Set.of(0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0);

  public enum Flaw {
    MISSING,
    TOO_LONG,
    SIGNS
  }

  public DisplayName {
    if (flawOf(text).isPresent()) {
      throw new IllegalArgumentException("not a name");
    }
  }

  public static Optional<Flaw> flawOf(String text) {
    if (text.codePoints().noneMatch(DisplayName::isVisible)) {
      return Optional.of(Flaw.MISSING);
    }
    if (text.length() > MAX_CHARS) {
      return Optional.of(Flaw.TOO_LONG);
    }
    return hasDeceptiveSigns(text) ? Optional.of(Flaw.SIGNS) : Optional.empty();
  }

  /** Whether a text has signs that are not seen, or that change how the others are seen. */
  public static boolean hasDeceptiveSigns(String text) {
    return text.codePoints().anyMatch(DisplayName::isDeceptive);
  }

  /** What a person has written, on one line and without such signs. */
  public static String onOneLine(String text) {
    return text.replaceAll("\\s+", " ")
        .codePoints()
        .filter(character -> !isDeceptive(character))
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString()
        .strip();
  }

  private static boolean isVisible(int character) {
    return switch (Character.getType(character)) {
      case Character.SPACE_SEPARATOR,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.COMBINING_SPACING_MARK ->
          false;
      default -> !Character.isWhitespace(character) && !EMPTY_LETTERS.contains(character);
    };
  }

  private static boolean isDeceptive(int character) {
    if (EMPTY_LETTERS.contains(character)) {
      return true;
    }
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
