package dev.latchkey.model.token;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An authorization request between its arrival and the consent. Pages and addresses carry it from
 * step to step but cannot read it: it is encrypted, bound to one browser, and expires
 * (docs/decisions/0005).
 */
public record SealedRequest(String text) {
  /**
   * The maximum length. Texts of this length still fit in a request line, and in cookies beside the
   * other headers of a request.
   */
  public static final int MAX_CHARS = 14_000;

  /** The minimum length: even the shortest sealed request is longer. */
  private static final int MIN_CHARS = 100;

  private static final Pattern SHAPE =
      Pattern.compile("[A-Za-z0-9_-]{" + MIN_CHARS + "," + MAX_CHARS + "}");

  /**
   * Accepts only URL-safe characters, so the text can be appended to an address of Latchkey without
   * changing where the address leads.
   */
  public static Optional<SealedRequest> parse(String text) {
    return SHAPE.matcher(text).matches() ? Optional.of(new SealedRequest(text)) : Optional.empty();
  }
}
