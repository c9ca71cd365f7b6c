package dev.latchkey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.SensitiveForms.Filled;
import dev.latchkey.app.config.ExternalServices;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.edge.http.Access;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.OidcProvider;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.store.StoreContents;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Rules;
import dev.latchkey.model.credential.PublicClientRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A form that needs a recent sign-in checks it in the act, never in the page before it (decision
 * 6.5; security row 82). The routes come from the route table: a new form must say whether it is
 * sensitive, and then either be filled in here or be listed with a reason.
 */
@SuppressWarnings("NullAway.Init")
@Order(1)
class EverySensitiveActTest {
  /** They give something out and store nothing. */
  private static final Set<String> WITHOUT_WRITE =
      Set.of("/account/security/factor/new", "/account/security/passkeys/new");

  private final OidcProvider provider = new OidcProvider(() -> this.latchkey.clock.instant());
  private Latchkey latchkey;

  private void start(Store store, Function<PageGuard, List<Route>> more) {
    Rules rules = Latchkey.rules(Rules.DeviceFlow.TYPED);
    var settings =
        Issues.behind(Latchkey.settings(store), "http://127.0.0.1:9", "limits: {child_tokens: 5}\n")
            .with(rules)
            .with(new PublicClientRules(true, true, Set.of(), Optional.empty()))
            .with(ExternalServices.signIn(provider.as("idp")));
    latchkey = Latchkey.with(settings, more);
  }

  @AfterEach
  void stop() {
    latchkey.close();
    provider.close();
  }

  private List<Route> forms() {
    return latchkey.wiring().routes(pageGuard -> List.of()).all().stream()
        .filter(route -> route.face() == Route.Audience.PAGE)
        .filter(route -> route.method().equals("POST"))
        .filter(route -> route.access() != Access.General.OPEN)
        .toList();
  }

  private static boolean isSensitive(Route route) {
    return route.effect() == Effect.SENSITIVE;
  }

  private static String pattern(Route route) {
    return route.pattern().toString();
  }

  @Test
  void the_forms_that_need_no_recent_sign_in_are_these_and_no_others() {
    start(Store.SQLITE, pageGuard -> List.of());

    Set<String> found =
        forms().stream()
            .filter(route -> !isSensitive(route))
            .map(EverySensitiveActTest::pattern)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(found).isEqualTo(HarmlessForms.ALL.keySet());
  }

  /** What a person with an old sign-in does before the form that counts. */
  private enum Before {
    NOTHING,
    THE_PAGE,
    AN_ERROR,
    A_WRONG_PASSWORD,
    THE_OTHER_FORMS_OF_THE_PAGE
  }

  @Test
  void long_after_sign_in_no_order_of_the_steps_changes_anything() {
    walk(Store.SQLITE);
  }

  /** The guard is proved with both databases below, and each form asks it in the same way. */
  @Test
  @Tag("long")
  void on_postgresql_no_order_of_the_steps_changes_anything() {
    walk(Store.POSTGRESQL);
  }

  private void walk(Store store) {
    start(store, pageGuard -> List.of());
    var filled = new SensitiveForms(latchkey, provider);
    List<Route> routes = forms().stream().filter(EverySensitiveActTest::isSensitive).toList();
    assertThat(routes).hasSizeGreaterThan(50);

    var wrong = new ArrayList<String>();
    try (var contents = new StoreContents(latchkey)) {
      for (Route route : routes) {
        Filled form = filled.of(route);
        finishBackgroundWork();
        List<String> rows = contents.rows();
        for (Before before : Before.values()) {
          Map<String, String> seen = take(before, form, route, routes);
          Answer answer = form.send(Http.fields(form.fields().get(), pairs(seen)));
          if (!asksForPassword(answer)) {
            wrong.add(route + " after " + before + ": " + answer.status());
          }
          List<String> now = contents.rows();
          if (!now.equals(rows)) {
            wrong.add(route + " after " + before + " wrote " + difference(rows, now));
            rows = now;
          }
        }
        checkThatItWorks(form, route, rows, contents).ifPresent(wrong::add);
      }
    }

    assertThat(wrong).isEmpty();
  }

  private static boolean asksForPassword(Answer answer) {
    return answer.status() == 403 && answer.body().contains("name=\"current_password\"");
  }

  /** The same form with the password is accepted, so nothing else was wrong with it. */
  private static Optional<String> checkThatItWorks(
      Filled form, Route route, List<String> rows, StoreContents contents) {
    Answer answer = form.send("current_password", form.person().password());
    boolean isSame = withSessionsCounted(contents.rows()).equals(withSessionsCounted(rows));
    return Set.of(200, 303).contains(answer.status())
            && isSame == WITHOUT_WRITE.contains(pattern(route))
        ? Optional.empty()
        : Optional.of(
            "%s with the password: %d, same rows: %s".formatted(route, answer.status(), isSame));
  }

  /** Otherwise it could change rows between two steps, because the clock has moved. */
  private void finishBackgroundWork() {
    latchkey.wiring().usage().flush();
    latchkey.stores().operation().purge().deleteAllExpired(latchkey.clock.instant());
    latchkey.stores().operation().revocationCleanup().run(latchkey.clock.instant());
  }

  private static List<String> difference(List<String> before, List<String> after) {
    return Stream.concat(
            before.stream().filter(row -> !after.contains(row)).map(row -> "- " + row),
            after.stream().filter(row -> !before.contains(row)).map(row -> "+ " + row))
        .toList();
  }

  /** Sessions are only counted: the password gives one a new key, and that is not the act. */
  private static List<String> withSessionsCounted(List<String> rows) {
    return rows.stream().map(row -> row.startsWith("sessions ") ? "a session" : row).toList();
  }

  /** Takes a step, and returns the hidden fields of the page that answers. */
  private static Map<String, String> take(
      Before before, Filled form, Route route, List<Route> routes) {
    return switch (before) {
      case NOTHING -> Map.of();
      case THE_PAGE -> hidden(form.open());
      case AN_ERROR -> hidden(form.send("name", "", "code", "", "scope", ""));
      case A_WRONG_PASSWORD -> hidden(form.send("current_password", "wrong"));
      case THE_OTHER_FORMS_OF_THE_PAGE -> {
        var seen = new HashMap<String, String>();
        for (Route other : routes) {
          if (isBeside(other, route)) {
            String path = form.path().replaceAll("/[^/]*$", last(other));
            seen.putAll(hidden(form.sendTo(path, form.fields().get())));
          }
        }
        yield seen;
      }
    };
  }

  private static boolean isBeside(Route other, Route route) {
    boolean isSamePage = pattern(other).equals(page(route) + last(other));
    return isSamePage && !other.equals(route) && !last(other).contains("{");
  }

  private static String page(Route route) {
    return pattern(route).substring(0, pattern(route).lastIndexOf('/'));
  }

  private static String last(Route route) {
    return pattern(route).substring(pattern(route).lastIndexOf('/'));
  }

  private static Map<String, String> hidden(Answer page) {
    return page.body().matches("(?s).*<form method=\"post\" action=\"[^\"]+\">.*")
        ? Browser.hidden(page)
        : Map.of();
  }

  private static String[] pairs(Map<String, String> seen) {
    return seen.entrySet().stream()
        .filter(field -> !field.getKey().equals("form_token"))
        .flatMap(field -> Stream.of(field.getKey(), field.getValue()))
        .toArray(String[]::new);
  }

  @ParameterizedTest
  @EachStore
  void a_sensitive_form_that_forgets_to_ask_writes_nothing(Store store) {
    start(store, pageGuard -> List.of(careless(pageGuard)));
    Person person = latchkey.person();
    Browser browser = latchkey.browser().signIn(person);
    Browser other = latchkey.browser().signIn(person);
    latchkey.clock.pass(Duration.ofMinutes(11));

    assertThat(send(browser).status()).isEqualTo(409);
    assertThat(other.get("/account/profile").status()).isEqualTo(200);

    browser.signIn(person);
    assertThat(send(browser).status()).isEqualTo(303);
    assertThat(other.get("/account/profile").status()).isEqualTo(302);
  }

  /** A sensitive form whose handler does not ask for the password. */
  private Route careless(PageGuard pageGuard) {
    return pageGuard.signedIn(Effect.SENSITIVE, "/careless", this::endOthers);
  }

  private Response endOthers(PageRequest request) {
    latchkey
        .stores()
        .signIn()
        .account()
        .endOthers(request.key(), request.user().id(), request.moment());
    return request.seeOther("/");
  }

  private static Answer send(Browser browser) {
    String token = Browser.hidden(browser.get("/account/profile")).get("form_token");
    return browser.post("/careless", Map.of("form_token", token));
  }
}
