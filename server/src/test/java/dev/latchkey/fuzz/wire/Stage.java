package dev.latchkey.fuzz.wire;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server with a service behind its gateway, and signed-in people of every role. */
final class Stage implements AutoCloseable {
  private static final Duration BETWEEN_ROUNDS = Duration.ofMinutes(2);
  private static final int PAIRS = 6;
  private static final String SCOPE =
      Latchkey.SCOPE + ",read:directory:users,read:directory:teams,read:directory:organization";

  private final LogWatch log = new LogWatch();
  private final Upstream service = Upstream.that(Stage::serve);
  private final Latchkey latchkey;
  private final Organization other;

  Stage() {
    log.begin();
    latchkey =
        Latchkey.start(Issues.behind(Latchkey.settings(Store.SQLITE), service.address()), log);
    other = latchkey.organization(Organization.Kind.SINGLE_TEAM);
  }

  private static void serve(Upstream.Call call) throws IOException {
    call.body();
    String body = call.head().startsWith("HEAD ") ? "" : "ok";
    call.answer("HTTP/1.1 200 OK\r\nX-Service: yes\r\nContent-Length: 2\r\n\r\n" + body);
  }

  Latchkey latchkey() {
    return latchkey;
  }

  LogWatch log() {
    return log;
  }

  /**
   * Creates people, an app and tokens for a round. Each round needs new ones, because its requests
   * revoke tokens, sign people out and, once in some million requests, disable a person.
   */
  KnownValues createValues() {
    latchkey.clock.pass(BETWEEN_ROUNDS);
    Person member = latchkey.person();
    App app = latchkey.app(member, List.of("https://app.example/callback"), SCOPE);
    var known = new KnownValues();
    users(known, member);
    credentials(known, app);
    tokens(known, member, app);
    ids(known, member, app);
    log.watchFor(known.secrets());
    return known;
  }

  private void users(KnownValues known, Person member) {
    Person lead = latchkey.lead(other);
    Person administrator = latchkey.administrator();
    Person platform =
        latchkey.person(latchkey.organization(), User.Role.SUPER_ADMINISTRATOR, latchkey.team());
    Map<String, Person> users =
        Map.of(
            "member", member,
            "lead", lead,
            "administrator", administrator,
            "platform", platform);
    known.add("for.email", member.email()).addSecret("for.password", member.password());
    users.forEach((role, person) -> {
      Browser browser = latchkey.browser().signIn(person);
      String token = formToken(browser);
      known
          .add("cookie." + role, browser.cookies())
          .addSecret("session." + role, browser.cookie("latchkey_session"))
          .add("for.form_token." + role, token)
          .add("for.person." + role, person.email());
    });
    Browser stranger = latchkey.browser();
    String token = Browser.hidden(stranger.get("/sign-in")).getOrDefault("form_token", "");
    known.add("cookie.stranger", stranger.cookies()).add("for.form_token.stranger", token);
  }

  private static String formToken(Browser browser) {
    return Browser.hidden(browser.get("/account/security")).getOrDefault("form_token", "");
  }

  private static void credentials(KnownValues known, App app) {
    known
        .add("for.client_id", app.id())
        .addSecret("for.client_secret", app.secret())
        .add("basic.app", app.basic())
        .add("basic.wrong", App.basic(app.id(), "lk_cs_wrong"))
        .add("basic.nobody", App.basic("cli_nobody", "x"))
        .add("for.redirect_uri", app.redirectUri());
  }

  private void tokens(KnownValues known, Person member, App app) {
    Browser browser = latchkey.browser().signIn(member);
    for (int i = 0; i < PAIRS; i++) {
      Tokens tokens = app.tokens(browser);
      known
          .addSecret("token.access" + i, tokens.access())
          .add("for.access_token" + i, tokens.access())
          .add("for.token" + i, tokens.refresh())
          .addSecret("for.refresh_token" + i, tokens.refresh())
          .addSecret("for.code" + i, app.code(browser));
    }
    Tokens ended = app.tokens(browser);
    app.revoke(ended.access());
    known.addSecret("token.ended", ended.access());
    known.addSecret(
        "token.machine",
        latchkey.machine(latchkey.administrator(), Optional.empty(), Scopes.parse(SCOPE)).token());
  }

  private void ids(KnownValues known, Person member, App app) {
    known
        .add("id.client", app.id())
        .add("id.user", member.id())
        .add("id.team", member.team())
        .add("id.organization", latchkey.organization().id().value())
        .add("for.organization", latchkey.organization().id().value())
        .add("for.team", member.team())
        .add("id.asset", "latchkey.css")
        .add("id.number", "17");
  }

  @Override
  public void close() {
    log.close();
    latchkey.close();
    service.close();
  }
}
