package dev.latchkey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.Callers.Caller;
import dev.latchkey.app.config.ExternalServices;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Access;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Route;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.OidcProvider;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Calls every route as every kind of caller. The access of the route alone decides which callers
 * are refused, and with which status.
 */
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
class EveryRoleTest {
  private static final List<String> FOR_PROGRAMS =
      List.of(
          "BEARER * /oauth2/check",
          "BEARER * /oauth2/check/**",
          "BEARER * /openapi/v2/**",
          "BEARER GET /oauth2/introspect",
          "CLIENT POST /oauth2/introspect",
          "CLIENT POST /oauth2/revoke",
          "CLIENT POST /oauth2/token");

  @Test
  void every_caller_gets_as_far_as_the_access_of_a_route_says() {
    walk(Store.SQLITE);
  }

  /** No access depends on the database, so this is one of the long tests. */
  @Test
  @Tag("long")
  void on_postgresql_every_caller_gets_as_far() {
    walk(Store.POSTGRESQL);
  }

  private static void walk(Store store) {
    try (OidcProvider provider = new OidcProvider(InstantSource.system());
        Upstream upstream = Upstream.that(EveryRoleTest::answer);
        Latchkey latchkey =
            Latchkey.start(
                store,
                settings ->
                    Issues.behind(settings, upstream.address())
                        .with(ExternalServices.signIn(provider.as("idp"))))) {
      var callers = new Callers(latchkey);
      var wrong = new ArrayList<String>();
      for (Route route : routes(latchkey)) {
        for (String method : methods(route)) {
          for (Caller caller : Caller.values()) {
            Answer answer = callers.ask(caller, method, route);
            if (!isExpected(answer, method, route, caller)) {
              wrong.add(
                  "%s as %s, for %s: %d %s"
                      .formatted(
                          route,
                          caller,
                          route.access(),
                          answer.status(),
                          answer.header("Location")));
            }
          }
        }
      }

      assertThat(wrong).isEmpty();
    }
  }

  /**
   * The test above relies on the access that a route declares. This test checks that the declared
   * access is the right one.
   */
  @Test
  void a_page_below_a_section_has_the_access_of_the_section() {
    try (Latchkey latchkey = Latchkey.start(Store.SQLITE)) {
      for (Route route : routes(latchkey)) {
        if (route.face() == Route.Audience.PAGE && route.access() != Access.General.OPEN) {
          assertThat(route.access()).as(route.toString()).isEqualTo(byAddress(route));
        }
      }
    }
  }

  @Test
  void the_routes_for_programs_are_these_and_no_others() {
    try (Latchkey latchkey = Latchkey.start(Store.SQLITE)) {
      List<String> found =
          routes(latchkey).stream()
              .filter(route -> route.face() != Route.Audience.PAGE)
              .filter(route -> route.access() != Access.General.OPEN)
              .map(route -> route.access() + " " + route)
              .sorted()
              .toList();

      assertThat(found).isEqualTo(FOR_PROGRAMS);
    }
  }

  private static void answer(Upstream.Call call) throws IOException {
    call.body();
    call.answerOk("ok");
  }

  private static List<Route> routes(Latchkey latchkey) {
    return latchkey.wiring().routes(pageGuard -> List.of()).all();
  }

  private static List<String> methods(Route route) {
    return route.method().equals("*") ? List.of("GET", "POST") : List.of(route.method());
  }

  private static Access byAddress(Route route) {
    String path = route.pattern().toString();
    return Arrays.stream(Section.values())
        .filter(section -> (path + "/").startsWith(section.path() + "/"))
        .max(Comparator.comparingInt(section -> section.path().length()))
        .filter(section -> !roles(section).contains(Caller.MEMBER))
        .<Access>map(section -> section)
        .orElse(Access.General.SIGNED_IN);
  }

  /**
   * A second, independent copy of the table of rights, so that an error in the program's table is
   * found.
   */
  private static Set<Caller> roles(Section section) {
    return switch (section.area()) {
      case HOME, MY_ACCOUNT, OPEN_INTERFACE -> Caller.PEOPLE;
      case ORGANIZATION_SETTINGS ->
          EnumSet.of(
              Caller.ORGANIZATION_ADMINISTRATOR,
              Caller.ADMINISTRATOR_ELSEWHERE,
              Caller.AUDITOR,
              Caller.PLATFORM_AUDITOR,
              Caller.PLATFORM_OPERATOR);
      case TEAM_SETTINGS ->
          EnumSet.of(
              Caller.TEAM_ADMINISTRATOR,
              Caller.TEAM_AUDITOR,
              Caller.PLATFORM_AUDITOR,
              Caller.PLATFORM_OPERATOR);
      case AUDIT, ORGANIZATION ->
          EnumSet.of(
              Caller.ORGANIZATION_ADMINISTRATOR,
              Caller.ADMINISTRATOR_ELSEWHERE,
              Caller.TEAM_ADMINISTRATOR,
              Caller.AUDITOR,
              Caller.TEAM_AUDITOR,
              Caller.PLATFORM_AUDITOR,
              Caller.PLATFORM_OPERATOR);
      case PLATFORM -> EnumSet.of(Caller.PLATFORM_AUDITOR, Caller.PLATFORM_OPERATOR);
    };
  }

  private static boolean isExpected(Answer answer, String method, Route route, Caller caller) {
    Access access = route.access();
    Optional<Integer> refusal = refusal(method, route, caller);
    if (refusal.isPresent()) {
      return answer.status() == refusal.get() && redirectsToSignIn(answer) == answer.isRedirect();
    }
    return answer.status() < 500
        && switch (access) {
          // Some of these pages refuse a form, or redirect, for other reasons than the
          // access.
          case Access.General.OPEN -> true;
          case Access.General.SIGNED_IN -> answer.status() != 401 && !redirectsToSignIn(answer);
          default -> !Set.of(401, 403, 404).contains(answer.status()) && !redirectsToSignIn(answer);
        };
  }

  /** The status with which the access refuses a caller; empty if the access lets the caller in. */
  private static Optional<Integer> refusal(String method, Route route, Caller caller) {
    return switch (route.access()) {
      case Access.General.OPEN -> Optional.empty();
      case Access.General.CLIENT -> unless(caller == Caller.CLIENT, 401);
      case Access.General.BEARER -> unless(caller == Caller.BEARER, 401);
      case Access.General.SIGNED_IN -> unless(caller.isPerson(), toSignIn(method));
      case Access.ForRole section -> {
        if (!caller.isPerson()) {
          yield Optional.of(toSignIn(method));
        }
        if (!roles((Section) section).contains(caller)) {
          yield Optional.of(403);
        }
        if (Caller.AUDITORS.contains(caller) && route.effect() != Effect.READ) {
          yield Optional.of(403);
        }
        yield unless(caller != Caller.ADMINISTRATOR_ELSEWHERE, 404);
      }
    };
  }

  private static Optional<Integer> unless(boolean isAllowed, int status) {
    return isAllowed ? Optional.empty() : Optional.of(status);
  }

  private static int toSignIn(String method) {
    return method.equals("POST") ? 303 : 302;
  }

  /** Signing out redirects to the sign-in page too, but then the caller was not refused. */
  private static boolean redirectsToSignIn(Answer answer) {
    return answer.header("Location").startsWith("/sign-in") && !answer.has("Clear-Site-Data");
  }
}
