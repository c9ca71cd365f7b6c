package dev.latchkey.model;

import java.util.Optional;

/**
 * The name of a person, a team, an organization or a credential, as other people read it. It must
 * not contain control or format characters: those that reverse or hide text could make one name
 * look like another.
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
        return text.codePoints().anyMatch(DisplayName::isDeceptive)
                ? Optional.of(Flaw.SIGNS)
                : Optional.empty();
    }

    private static boolean isDeceptive(int character) {
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
