package dev.latchkey.edge.http;

import java.util.ArrayList;
import java.util.List;

/**
 * The headers of all of Latchkey's own answers to browsers and caches (security rows 38 and 85 to
 * 90): pages, files, downloads, redirects and refusals. A handler can set only two of them itself:
 * how long its answer may be cached, and what a page may load.
 */
record StandardHeaders(boolean isSecure) {
  private static final Header NO_SNIFFING = new Header("X-Content-Type-Options", "nosniff");
  private static final Header NO_STORE = new Header("Cache-Control", "no-store");
  private static final Header NO_CACHE = new Header("Pragma", "no-cache");
  private static final Header HTTPS_ONLY =
      new Header("Strict-Transport-Security", "max-age=63072000; includeSubDomains");

  /**
   * The policy of an answer that is not a page of Latchkey: a browser loads nothing and sends
   * nothing from it.
   */
  private static final Header NOTHING_LOADED =
      new Header(
          "Content-Security-Policy",
          "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'");

  /** Headers that only browsers read, so answers to programs do not have them. */
  private static final List<Header> FOR_BROWSERS =
      List.of(
          new Header("X-Frame-Options", "DENY"),
          new Header("Referrer-Policy", "no-referrer"),
          new Header("Cross-Origin-Opener-Policy", "same-origin"),
          new Header("Cross-Origin-Resource-Policy", "same-origin"));

  Response addTo(Response response, Route.Audience face) {
    var more = new ArrayList<Header>();
    more.add(NO_SNIFFING);
    if (!response.has(NO_STORE.name())) {
      more.add(NO_STORE);
      more.add(NO_CACHE);
    }
    if (isSecure) {
      more.add(HTTPS_ONLY);
    }
    if (face == Route.Audience.PAGE) {
      more.addAll(FOR_BROWSERS);
      if (!response.has(NOTHING_LOADED.name())) {
        more.add(NOTHING_LOADED);
      }
    }
    return response.with(more);
  }
}
