package dev.latchkey.console.page;

import dev.latchkey.edge.http.Cookies;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Request;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The colours of the pages: those that the system prefers, or those that the reader has chosen. */
public enum Theme {
  SYSTEM("light dark", Icon.MONITOR),
  LIGHT("light", Icon.SUN),
  DARK("dark", Icon.MOON);

  private static final String COOKIE = "latchkey_theme";
  private static final Duration COOKIE_LIFE = Duration.ofDays(365);

  private final String colorScheme;
  private final Icon icon;

  Theme(String colorScheme, Icon icon) {
    this.colorScheme = colorScheme;
    this.icon = icon;
  }

  static Optional<Theme> of(String code) {
    return Arrays.stream(values()).filter(theme -> theme.code().equals(code)).findFirst();
  }

  static Theme of(Request request) {
    return request
        .cookie(Cookies.name(COOKIE, request.isSecure()))
        .flatMap(Theme::of)
        .orElse(SYSTEM);
  }

  Header choose(boolean secure) {
    return Cookies.keep(COOKIE, code(), secure, COOKIE_LIFE);
  }

  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The value of the meta element {@code color-scheme}. */
  public String colorScheme() {
    return colorScheme;
  }

  public Icon icon() {
    return icon;
  }
}
