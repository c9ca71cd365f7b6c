package dev.latchkey.edge.http;

import dev.latchkey.model.Language;
import java.time.Duration;

/**
 * The language of a page: the one that the reader has chosen, or else the one that the browser
 * prefers.
 */
public final class Languages {
  private static final String COOKIE = "latchkey_language";
  private static final Duration COOKIE_LIFE = Duration.ofDays(365);

  private Languages() {}

  static Language of(Headers headers, boolean secure) {
    return Cookies.find(headers, Cookies.name(COOKIE, secure))
        .flatMap(Language::of)
        .orElseGet(() -> Language.preferred(String.join(",", headers.all("Accept-Language"))));
  }

  public static Header choose(Language language, boolean secure) {
    return Cookies.keep(COOKIE, language.code(), secure, COOKIE_LIFE);
  }
}
