package dev.latchkey.model;

import java.util.Optional;

/**
 * The name of a person, a team, an organization or a credential as others read it. Signs that turn
 * or hide text would let one name pass for another.
 */
public record DisplayName(String text) {
    public static final int MAX_CHARS = 100;

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
        if (text.isBlank()) {
            return Optional.of(Flaw.MISSING);
        }
        if (text.length() > MAX_CHARS) {
            return Optional.of(Flaw.TOO_LONG);
        }
        return text.codePoints().anyMatch(DisplayName::deceives)
                ? Optional.of(Flaw.SIGNS)
                : Optional.empty();
    }

    private static boolean deceives(int sign) {
        return switch (Character.getType(sign)) {
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
