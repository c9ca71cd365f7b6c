package dev.latchkey.console.page;

import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Languages;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Language;
import java.util.List;

/**
 * The choices of a reader: language, theme, and the checklists that are hidden. They are stored in
 * a cookie, and lead back to the page.
 *
 * <p>The answer to a form has no menus: it cannot be shown a second time, and it may show a secret.
 */
public final class Preferences {
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.open("POST", "/language", this::chooseLanguage),
        pageGuard.open("POST", "/theme", this::chooseTheme),
        pageGuard.signedIn(Effect.CHANGE, "/checklist", this::hideChecklist));
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

  private Response hideChecklist(PageRequest sent) {
    Request request = sent.request();
    return request
        .form()
        .value("checklist")
        .flatMap(Checklist.Kind::of)
        .map(kind -> back(request).with(kind.hide(request.isSecure())))
        .orElseGet(() -> back(request));
  }

  private static Response back(Request request) {
    return Response.redirect(303, LocalPath.back(request.form()));
  }
}
