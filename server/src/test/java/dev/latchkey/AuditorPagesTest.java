package dev.latchkey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.Callers.Caller;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Route;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * No page shows an auditor a form or a link that would be refused. {@link EveryRoleTest} shows that
 * it would be.
 */
@Execution(ExecutionMode.CONCURRENT)
class AuditorPagesTest {
  private static final Pattern SENT =
      Pattern.compile("(?:method=\"post\" |form)action=\"([^\"?#]*)");
  private static final Pattern LINK = Pattern.compile("(?:href|formaction)=\"(/[^\"?#]*)");
  private static final List<String> OWN_ACCOUNT =
      List.of("/account/", "/sign-out", "/side", "/language", "/theme", "/views");

  @Test
  void auditors_see_no_form_and_no_link_that_they_cannot_use() {
    try (Latchkey latchkey = Latchkey.start(Store.SQLITE)) {
      List<Route> routes = latchkey.wiring().routes(_ -> List.of()).all();
      var callers = new Callers(latchkey);
      var shown = new ArrayList<String>();
      for (Route route : routes) {
        boolean isRead = route.access() instanceof Section && route.effect() == Effect.READ;
        for (Caller caller : isRead ? Caller.AUDITORS : List.<Caller>of()) {
          Answer page = callers.ask(caller, "GET", route);
          found(SENT, page)
              .filter(action -> OWN_ACCOUNT.stream().noneMatch(action::startsWith))
              .filter(action -> effect(routes, "GET", action).isEmpty())
              .forEach(action -> shown.add(route + " has the form " + action));
          found(LINK, page)
              .filter(href -> effect(routes, "GET", href).equals(Optional.of(Effect.ASK)))
              .forEach(href -> shown.add(route + " links to " + href));
        }
      }

      assertThat(shown.stream().distinct()).isEmpty();
    }
  }

  private static Stream<String> found(Pattern pattern, Answer page) {
    return pattern.matcher(page.body()).results().map(result -> result.group(1));
  }

  private static Optional<Effect> effect(List<Route> routes, String method, String path) {
    return routes.stream()
        .filter(route -> route.access() instanceof Section && route.method().equals(method))
        .filter(route -> matches(route, path))
        .map(Route::effect)
        .findFirst();
  }

  private static boolean matches(Route route, String path) {
    String pattern = route.pattern().toString().replaceAll("\\{[a-z_]+}", "[^/]+");
    Matcher matcher = Pattern.compile(pattern).matcher(path);
    return matcher.matches();
  }
}
