package dev.latchkey.model;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a person signs in with and is written to. Addresses differ in case and in blanks around them
 * only by accident: one spelling stands for all, here and in every throttle.
 */
public record EmailAddress(String text) {
    public static final int MAX_CHARS = 254;

    /** No blanks, no controls and no marks of writing direction (categories Z and C). */
    private static final Pattern SHAPE =
            Pattern.compile(
                    "[^@\\p{Z}\\p{C}<>(),;:\"\\\\]{1,64}@[^@\\p{Z}\\p{C}<>(),;:\"\\\\]{1,189}");

    public EmailAddress {
        if (!SHAPE.matcher(text).matches() || !text.equals(normal(text))) {
            throw new IllegalArgumentException("not an e-mail address");
        }
    }

    public static Optional<EmailAddress> parse(String entered) {
        String text = normal(entered);
        return SHAPE.matcher(text).matches()
                ? Optional.of(new EmailAddress(text))
                : Optional.empty();
    }

    /** The one spelling of whatever was entered, sound or not. */
    public static String normal(String entered) {
        return entered.strip().toLowerCase(Locale.ROOT);
    }
}
