package dev.latchkey.console.page;

import dev.latchkey.edge.http.Cookies;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Languages;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Language;
import java.time.Duration;
import java.util.List;

/**
 * The choices of a reader: language, theme, the width of the side bar, and the checklists that are
 * hidden. They are stored in a cookie, and lead back to the page. From the answer to a form they
 * lead to the page of the form.
 */
public record Preferences(List<Route> others) {
  public Preferences {
    others = List.copyOf(others);
  }

  /** How a reader has chosen to see pages. {@code isNarrow}: the side bar shows its icons only. */
  record Look(Theme theme, boolean isNarrow) {
    private static final String COOKIE = "latchkey_side";
    private static final String NARROW = "narrow";
    private static final Duration COOKIE_LIFE = Duration.ofDays(365);

    static Look of(Request request) {
      boolean isNarrow =
          request
              .cookie(Cookies.name(COOKIE, request.isSecure()))
              .filter(NARROW::equals)
              .isPresent();
      return new Look(Theme.of(request), isNarrow);
    }

    static Header side(String width, boolean secure) {
      return Cookies.keep(COOKIE, width.equals(NARROW) ? NARROW : "wide", secure, COOKIE_LIFE);
    }
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.open("POST", "/language", this::chooseLanguage),
        pageGuard.open("POST", "/theme", this::chooseTheme),
        pageGuard.signedIn(Effect.CHANGE, "/side", this::chooseSide),
        pageGuard.signedIn(Effect.CHANGE, "/checklist", this::hideChecklist));
  }

  private Response chooseLanguage(Request request, Visitor visitor) {
    Language language =
        request.form().value("language").flatMap(Language::of).orElse(visitor.language());
    return back(request).with(Languages.choose(language, request.isSecure()));
  }

  private Response chooseTheme(Request request, Visitor visitor) {
    Theme theme = request.form().value("theme").flatMap(Theme::of).orElse(visitor.look().theme());
    return back(request).with(theme.choose(request.isSecure()));
  }

  private Response chooseSide(PageRequest sent) {
    Request request = sent.request();
    String width = request.form().value("side").orElse("");
    return back(request).with(Look.side(width, request.isSecure()));
  }

  private Response hideChecklist(PageRequest sent) {
    Request request = sent.request();
    return request
        .form()
        .value("checklist")
        .flatMap(Checklist.Kind::of)
        .map(kind -> back(request).with(kind.hide(request.isSecure())))
        .orElseGet(() -> back(request));
  }

  private Response back(Request request) {
    String back = LocalPath.back(request.form());
    String path = back.replaceFirst("\\?.*", "");
    return Response.redirect(303, isOnlySent(path) ? pageAbove(path) : back);
  }

  /** Some forms have an address of their own, below that of their page. */
  private String pageAbove(String path) {
    String above = path.substring(0, path.lastIndexOf('/'));
    return above.isEmpty() ? "/" : isPage(above) ? above : pageAbove(above);
  }

  private boolean isOnlySent(String path) {
    return !isPage(path) && has("POST", path);
  }

  private boolean isPage(String path) {
    return has("GET", path);
  }

  private boolean has(String method, String path) {
    return others.stream()
        .anyMatch(route -> route.method().equals(method) && route.pattern().matches(path));
  }
}
