package dev.latchkey.fuzz.wire;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Store;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.Upstream;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.User;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server with a service behind its gateway, and people of every role who have signed in. */
final class Stage implements AutoCloseable {
    private static final Duration BETWEEN_ROUNDS = Duration.ofMinutes(2);
    private static final int PAIRS = 6;
    private static final String SCOPE =
            Latchkey.SCOPE
                    + ",read:directory:users,read:directory:teams,read:directory:organization";

    private final LogWatch log = new LogWatch();
    private final Upstream service = Upstream.that(Stage::serve);
    private final Latchkey latchkey;
    private final Organization other;

    Stage() {
        latchkey =
                Latchkey.start(
                        Issues.behind(Latchkey.settings(Store.SQLITE), service.address()), log);
        other = latchkey.organization(Organization.Kind.SINGLE_TEAM);
        log.begin();
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
     * People, an app and tokens that nothing has happened to: the requests of a round revoke, sign
     * out, and once in some million requests disable a person.
     */
    KnownValues next() {
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
                latchkey.person(
                        latchkey.organization(), User.Role.SUPER_ADMINISTRATOR, latchkey.team());
        Map<String, Person> users =
                Map.of(
                        "member", member,
                        "lead", lead,
                        "administrator", administrator,
                        "platform", platform);
        known.open("for.email", member.email()).secret("for.password", member.password());
        users.forEach((role, person) -> {
            Browser browser = latchkey.browser().signIn(person);
            String token = formToken(browser);
            known.open("cookie." + role, browser.cookies())
                    .secret("session." + role, browser.cookie("latchkey_session"))
                    .open("for.form_token." + role, token)
                    .open("for.person." + role, person.email());
        });
        Browser stranger = latchkey.browser();
        String token = Browser.hidden(stranger.get("/sign-in")).getOrDefault("form_token", "");
        known.open("cookie.stranger", stranger.cookies()).open("for.form_token.stranger", token);
    }

    private static String formToken(Browser browser) {
        return Browser.hidden(browser.get("/account/security")).getOrDefault("form_token", "");
    }

    private static void credentials(KnownValues known, App app) {
        known.open("for.client_id", app.id())
                .secret("for.client_secret", app.secret())
                .open("basic.app", app.basic())
                .open("basic.wrong", App.basic(app.id(), "lk_cs_wrong"))
                .open("basic.nobody", App.basic("cli_nobody", "x"))
                .open("for.redirect_uri", app.redirectUri());
    }

    private void tokens(KnownValues known, Person member, App app) {
        Browser browser = latchkey.browser().signIn(member);
        for (int i = 0; i < PAIRS; i++) {
            Tokens tokens = app.tokens(browser);
            known.secret("token.access" + i, tokens.access())
                    .open("for.access_token" + i, tokens.access())
                    .open("for.token" + i, tokens.refresh())
                    .secret("for.refresh_token" + i, tokens.refresh())
                    .secret("for.code" + i, app.code(browser));
        }
        Tokens ended = app.tokens(browser);
        app.revoke(ended.access());
        known.secret("token.ended", ended.access());
        known.secret(
                "token.machine",
                latchkey.machine(latchkey.administrator(), Optional.empty(), Scopes.parse(SCOPE))
                        .token());
    }

    private void ids(KnownValues known, Person member, App app) {
        known.open("id.client", app.id())
                .open("id.user", member.id())
                .open("id.team", member.team())
                .open("id.organization", latchkey.organization().id().value())
                .open("for.organization", latchkey.organization().id().value())
                .open("for.team", member.team())
                .open("id.asset", "latchkey.css")
                .open("id.number", "17");
    }

    @Override
    public void close() {
        log.close();
        latchkey.close();
        service.close();
    }
}
