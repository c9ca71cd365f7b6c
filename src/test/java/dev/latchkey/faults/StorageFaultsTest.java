package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.config.Settings;
import dev.latchkey.harness.Answer;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.EachStore;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Postgres;
import dev.latchkey.harness.Store;
import dev.latchkey.harness.Tokens;
import dev.latchkey.model.Limits;
import dev.latchkey.model.StorageFault;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Decision 3.6: no 200 before it is on disk; a store that fails is a 503, and nothing half done.
 */
class StorageFaultsTest {
    private static final int MOVES_AT_ONCE = 8;

    private static final Limits TINY =
            new Limits(
                    300, 86_400, 30, 365, 60, 30, 120, 24, 10, 20, 10, 72, 60, 1, 256, 90, 30, 60);

    @Test
    void a_full_store_refuses_every_move_whole_and_still_answers_checks() {
        Settings settings = Latchkey.settings(Store.SQLITE);
        Tokens last;
        App app;
        String code;
        try (Latchkey full = Latchkey.start(settings.with(to -> to.limits = TINY))) {
            app = full.app();
            Browser browser = full.browser().signIn(full.person());
            code = app.code(browser);
            last = app.tokens(browser);
            fill(browser, app);
            Answer refused = app.refresh(last.refresh());
            while (refused.status() == 200) {
                last = Tokens.of(refused);
                refused = app.refresh(last.refresh());
            }

            assertUnavailable(refused);
            assertThat(full.isActive(last.access())).isTrue();
            assertUnavailable(app.refresh(last.refresh()));
            assertUnavailable(app.redeem(code));
            Answer revoked = app.revoke(last.access());
            assertThat(revoked.status()).isIn(200, 503);
            assertThat(full.isActive(last.access())).isEqualTo(revoked.status() == 503);
        }

        try (Latchkey roomy = Latchkey.start(settings)) {
            App again = app.at(roomy.url());
            assertThat(again.redeem(code).status()).as("no half spent code").isEqualTo(200);
            boolean alive = roomy.isActive(last.access());
            assertThat(again.refresh(last.refresh()).status()).isEqualTo(alive ? 200 : 400);
        }
    }

    @Test
    void a_store_that_was_full_takes_every_move_again_once_there_is_room() {
        Settings settings = Latchkey.settings(Store.SQLITE);
        try (Latchkey full = Latchkey.start(settings.with(to -> to.limits = TINY))) {
            App app = full.app();
            Browser browser = full.browser().signIn(full.person());
            List<Tokens> pairs =
                    Stream.generate(() -> app.tokens(browser)).limit(MOVES_AT_ONCE).toList();
            fill(browser, app);
            List<Answer> refused;
            do {
                refused =
                        Crowd.of(
                                MOVES_AT_ONCE,
                                i ->
                                        browser.get(
                                                "/oauth2/authorize?"
                                                        + app.request("state", "s".repeat(2_000))));
            } while (refused.stream().anyMatch(answer -> answer.status() == 302));
            assertThat(refused).allMatch(answer -> answer.status() == 503);

            full.clock.pass(TINY.request());
            full.wiring().purge().all(full.clock.instant());

            assertThat(Crowd.of(MOVES_AT_ONCE, i -> app.refresh(pairs.get(i).refresh())))
                    .allMatch(answer -> answer.status() == 200);
            assertThat(pairs).noneMatch(pair -> full.isActive(pair.access()));
        }
    }

    private static void fill(Browser browser, App app) {
        String request = "/oauth2/authorize?" + app.request("state", "s".repeat(2_000));
        Answer answer = browser.get(request);
        for (int i = 0; answer.status() == 302; i++) {
            assertThat(i).as("a megabyte is never full").isLessThan(5_000);
            answer = browser.get(request);
        }
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isNotEmpty();
        assertThat(answer.header("Content-Type")).startsWith("text/html");
    }

    @Test
    void a_locked_file_is_a_503_until_it_is_free_again() throws SQLException {
        try (Latchkey latchkey = Latchkey.start(Store.SQLITE)) {
            App app = latchkey.app();
            Browser browser = latchkey.browser().signIn(latchkey.person());
            String code = app.code(browser);
            Tokens tokens = app.tokens(browser);
            try (Connection other =
                            DriverManager.getConnection(
                                    "jdbc:sqlite:" + latchkey.data().resolve("latchkey.db"));
                    var statement = other.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");

                assertUnavailable(app.refresh(tokens.refresh()));
                assertUnavailable(app.revoke(tokens.access()));
                assertThat(latchkey.isActive(tokens.access())).isTrue();

                statement.execute("ROLLBACK");
            }
            assertThat(app.redeem(code).status()).isEqualTo(200);
            assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(200);
        }
    }

    @Test
    void while_postgresql_is_down_nothing_is_said_to_be_alive_or_done() throws IOException {
        Path data = Latchkey.temporaryDirectory().resolve("pg");
        EmbeddedPostgres server =
                Postgres.quiet().setDataDirectory(data).setCleanDataDirectory(false).start();
        int port = server.getPort();
        Optional<String> database = Optional.of(Postgres.freshDatabase(server));
        Settings settings = Latchkey.settings(Store.SQLITE).with(to -> to.database = database);
        try (Latchkey latchkey = Latchkey.start(settings)) {
            App app = latchkey.app();
            Browser browser = latchkey.browser().signIn(latchkey.person());
            String code = app.code(browser);
            Tokens tokens = app.tokens(browser);

            server.close();

            Answer check = latchkey.introspect(tokens.access());
            assertUnavailable(check);
            assertThat(check.body()).doesNotContain("active");
            assertUnavailable(latchkey.call(tokens.access()));
            assertUnavailable(app.refresh(tokens.refresh()));
            assertUnavailable(app.revoke(tokens.access()));
            assertUnavailable(app.redeem(code));
            assertThat(browser.get("/oauth2/authorize?" + app.request()).status()).isEqualTo(503);

            server =
                    Postgres.quiet()
                            .setDataDirectory(data)
                            .setCleanDataDirectory(false)
                            .setPort(port)
                            .start();

            Poll.until(
                    () -> latchkey.introspect(tokens.access()).status() == 200,
                    "an answer after PostgreSQL has come back");
            assertThat(latchkey.isActive(tokens.access())).isTrue();
            assertThat(app.redeem(code).status()).isEqualTo(200);
            assertThat(app.revoke(tokens.access()).status()).isEqualTo(200);
            assertThat(latchkey.isActive(tokens.access())).isFalse();
        } finally {
            server.close();
        }
    }

    @ParameterizedTest
    @EachStore
    void a_store_of_a_newer_program_is_refused(Store store) throws SQLException {
        Settings settings = Latchkey.settings(store);
        Latchkey.start(settings).close();
        String url =
                settings.database().orElse("jdbc:sqlite:" + settings.data().resolve("latchkey.db"));
        try (Connection newer = DriverManager.getConnection(url);
                var statement = newer.createStatement()) {
            statement.execute("INSERT INTO schema_version (version) VALUES (99)");
        }

        assertThatThrownBy(() -> Latchkey.start(settings))
                .isInstanceOf(StorageFault.class)
                .hasMessageContaining("newer");
    }

    @ParameterizedTest
    @EachStore
    void everything_survives_a_restart(Store store) {
        Settings settings = Latchkey.settings(store);
        App app;
        Tokens tokens;
        String code;
        Browser browser;
        try (Latchkey before = Latchkey.start(settings)) {
            app = before.app();
            browser = before.browser().signIn(before.person());
            tokens = app.tokens(browser);
            code = app.code(browser);
        }
        try (Latchkey after = Latchkey.start(settings)) {
            App again = app.at(after.url());
            assertThat(after.isActive(tokens.access())).isTrue();
            assertThat(again.redeem(code).status()).isEqualTo(200);
            assertThat(again.refresh(tokens.refresh()).status()).isEqualTo(200);
            Browser same = browser.at(after.url());
            assertThat(again.consentPage(same).status()).as("still signed in").isEqualTo(200);
        }
    }

    private static void assertUnavailable(Answer answer) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
        assertThat(answer.error()).isEqualTo("temporarily_unavailable");
        assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
    }
}
