package dev.latchkey.console.page;

import dev.latchkey.edge.http.Languages;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Language;
import java.util.List;

/**
 * The language and theme menus in the top bar of every page. They store the choice in a cookie and
 * redirect back to the page.
 *
 * <p>The answer to a form has no menus: it cannot be shown a second time, and it may show a secret.
 */
public final class Preferences {
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.open("POST", "/language", this::chooseLanguage),
        pageGuard.open("POST", "/theme", this::chooseTheme));
  }

  private Response chooseLanguage(Request request, Visitor visitor) {
    Language language =
        request.form().value("language").flatMap(Language::of).orElse(visitor.language());
    return back(request).with(Languages.choose(language, request.isSecure()));
  }

  private Response chooseTheme(Request request, Visitor visitor) {
    Theme theme = request.form().value("theme").flatMap(Theme::of).orElse(visitor.theme());
    return back(request).with(theme.choose(request.isSecure()));
  }

  private static Response back(Request request) {
    String page =
        request.form().value("back").flatMap(LocalPath::parse).map(LocalPath::text).orElse("/");
    return Response.redirect(303, page);
  }
}
