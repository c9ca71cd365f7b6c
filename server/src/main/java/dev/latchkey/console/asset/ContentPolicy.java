package dev.latchkey.console.asset;

import dev.latchkey.edge.http.Header;
import java.util.List;
import java.util.Set;

/**
 * What a browser may load and run on a page. {@code http/StandardHeaders} adds the other headers to
 * every answer.
 */
public final class ContentPolicy {
  /** Only the pages of these scripts may connect to anything. */
  private static final Set<String> CONNECTING =
      Set.of("follow.js", "call.js", "check-fields.js", "htmx.js");

  private ContentPolicy() {}

  /** {@code alsoTo}: another origin that a form on the page may lead to. */
  public static Header of(List<String> scripts, String alsoTo) {
    return new Header(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; img-src 'self' data:; object-src 'none';"
            + (scripts.isEmpty() ? "" : " script-src 'self';")
            + (scripts.stream().anyMatch(CONNECTING::contains) ? " connect-src 'self';" : "")
            + " base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
            + (alsoTo.isEmpty() ? "" : " " + alsoTo));
  }
}
