package dev.latchkey.model.person;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The e-mail address with which a person signs in and to which mail is sent. Different letter case
 * and surrounding blanks are only typing differences. Therefore every address is stored, compared
 * and throttled in one normal form.
 */
public record EmailAddress(String text) {
  public static final int MAX_CHARS = 254;

  /**
   * Allows no blanks, no control characters and no marks of writing direction (Unicode categories Z
   * and C), and no letters that are drawn as nothing.
   */
  private static final Pattern SHAPE =
      Pattern.compile(
          "[^@\\p{Z}\\p{C}\u115F\u1160\u2800\u3164\uFFA0<>(),;:\"\\\\]{1,64}@[^@\\p{Z}\\p{C}\u115F\u1160\u2800\u3164\uFFA0<>(),;:\"\\\\]{1,189}");

  public EmailAddress {
    if (!SHAPE.matcher(text).matches() || !text.equals(normal(text))) {
      throw new IllegalArgumentException("not an e-mail address");
    }
  }

  public static Optional<EmailAddress> parse(String entered) {
    String text = normal(entered);
    return SHAPE.matcher(text).matches() && isSpelledAlike(entered.strip(), text)
        ? Optional.of(new EmailAddress(text))
        : Optional.empty();
  }

  /**
   * The normal form of some signs is another letter: the sign of Kelvin becomes a k, and the
   * address that of another mailbox.
   */
  private static boolean isSpelledAlike(String entered, String text) {
    return beyondAscii(entered) == beyondAscii(text);
  }

  private static long beyondAscii(String text) {
    return text.codePoints().filter(sign -> sign > 127).count();
  }

  /** The normal form of any entered text, whether it is a valid address or not. */
  public static String normal(String entered) {
    return entered.strip().toLowerCase(Locale.ROOT);
  }
}
