package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Store;
import dev.latchkey.harness.Tokens;
import dev.latchkey.model.Authentication;
import dev.latchkey.model.ClientClaim;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.StorageFault;
import dev.latchkey.storage.ClientProofs;
import dev.latchkey.storage.Throttle;
import dev.latchkey.storage.TokenChecks;
import dev.latchkey.storage.cache.TokenRows;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.sqlite.SqliteTriggers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decision 3.7 where others commit as well: what they change is known at the next check. */
class PostgresChangeFeedTest {
    private final SecretHash some = SecretHash.stored(new byte[32]);

    private static final Latchkey latchkey = Latchkey.start(Store.POSTGRESQL);
    private static final String url = latchkey.settings().database().orElseThrow();
    private static final PostgresDatabase database = PostgresDatabase.open(url, entry -> {});

    private final Person owner = latchkey.person();
    private final Person person = latchkey.person();
    private final App app = latchkey.app(owner);
    private final Browser browser = latchkey.browser();
    private final PostgresChangeFeed feed = new PostgresChangeFeed(url, new Properties());

    private final Tokens tokens = signedIn();
    private final Connection somebody = DriverManager.getConnection(url);

    PostgresChangeFeedTest() throws SQLException {}

    @AfterAll
    static void stop() {
        database.close();
        latchkey.close();
    }

    private Tokens signedIn() {
        browser.signIn(person);
        return app.tokens(browser);
    }

    @BeforeEach
    void keepAnAnswer() {
        assertThat(isActive()).isTrue();
        assertThat(isActive()).isTrue();
    }

    @AfterEach
    void leave() throws SQLException {
        somebody.close();
        feed.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE pairs SET rotated_at = 1 WHERE grant_id IN (SELECT grant_id FROM grants WHERE user_id = '%1$s')",
                "DELETE FROM pairs WHERE grant_id IN (SELECT grant_id FROM grants WHERE user_id = '%1$s')",
                "UPDATE grants SET ended_at = 1 WHERE user_id = '%1$s'",
                "DELETE FROM grants WHERE user_id = '%1$s'",
                "UPDATE users SET active_since = NULL WHERE user_id = '%1$s'",
                "UPDATE users SET active_since = NULL WHERE user_id = '%2$s'",
                "DELETE FROM memberships WHERE user_id = '%1$s'",
                "UPDATE credentials SET deleted_at = 1 WHERE owner_id = '%2$s'",
            })
    void what_somebody_ends_past_the_service_is_dead_at_the_next_check(String statement)
            throws SQLException {
        execute(statement.formatted(person.user().id().value(), owner.user().id().value()));

        assertThat(isActive()).isFalse();
    }

    @Test
    void a_new_address_of_a_user_is_told_at_the_next_check() throws SQLException {
        var checks = new TokenChecks(database, latchkey.settings().limits(), asked -> {});
        assertThat(address(checks)).isEqualTo(person.email());
        assertThat(address(checks)).isEqualTo(person.email());

        execute(
                "UPDATE users SET email = 'new@example.com' WHERE user_id = '%s'"
                        .formatted(person.user().id().value()));

        assertThat(address(checks)).isEqualTo("new@example.com");
    }

    private String address(TokenChecks checks) {
        Secret.Bearer access = Secret.ACCESS.parse(tokens.access()).orElseThrow();
        return checks.look(access, latchkey.now().at()).orElseThrow().email().orElseThrow();
    }

    @Test
    void what_began_before_a_check_and_is_committed_after_it_is_known_to_the_next()
            throws SQLException {
        somebody.setAutoCommit(false);
        execute(
                "UPDATE grants SET ended_at = 1 WHERE user_id = '%s'"
                        .formatted(person.user().id().value()));
        app.refresh(latchkey.app().tokens(browser).refresh());
        assertThat(isActive()).as("not committed").isTrue();

        somebody.commit();

        assertThat(isActive()).isFalse();
    }

    @Test
    void what_was_rolled_back_changes_nothing() throws SQLException {
        somebody.setAutoCommit(false);
        execute("UPDATE grants SET ended_at = 1");
        somebody.rollback();

        assertThat(isActive()).isTrue();
    }

    @Test
    void it_hears_of_a_row_once_and_only_of_those_touched() throws SQLException {
        ChangeVersions versions = feed.versions();
        ChangeVersions.Dependencies dependencies =
                ChangeVersions.Dependencies.of(some, person.user().id());
        ChangeVersions.Dependencies others =
                ChangeVersions.Dependencies.of(some, owner.user().id());
        feed.catchUp();
        long before = versions.stamp(dependencies);
        long othersBefore = versions.stamp(others);

        execute(
                "UPDATE users SET name = 'New' WHERE user_id = '%s'"
                        .formatted(person.user().id().value()));
        feed.catchUp();
        long after = versions.stamp(dependencies);
        feed.catchUp();

        assertThat(after).isGreaterThan(before);
        assertThat(versions.stamp(dependencies)).isEqualTo(after);
        assertThat(versions.stamp(others)).isEqualTo(othersBefore);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE users SET password = password, version = version + 1 WHERE user_id = '%1$s'",
                "UPDATE grants SET first_used_at = 1, last_used_at = 2 WHERE user_id = '%1$s'",
                "UPDATE credentials SET version = version, last_used_at = 1 WHERE owner_id = '%1$s'",
                "DELETE FROM pairs WHERE rotated_at IS NOT NULL OR access_expires_at = 1",
                "DELETE FROM grants WHERE ended_at IS NOT NULL OR ends_at = 1",
            })
    void it_hears_nothing_of_what_no_check_reads_and_of_rows_that_die_twice(String statement)
            throws SQLException {
        execute(
                "UPDATE pairs SET access_expires_at = 1 WHERE grant_id IN"
                        + " (SELECT grant_id FROM grants WHERE user_id = '%s')"
                                .formatted(person.user().id().value()));
        execute(
                "UPDATE grants SET ended_at = 1 WHERE user_id = '%s'"
                        .formatted(person.user().id().value()));
        long before = told();

        execute(statement.formatted(person.user().id().value()));

        assertThat(told()).isEqualTo(before);
    }

    private long told() throws SQLException {
        return Long.parseLong(texts("SELECT count(*) FROM touched").iterator().next());
    }

    /** What was kept is void: behind another connection may be another server. */
    @Test
    void a_broken_connection_voids_what_was_kept_and_fails_no_check() throws SQLException {
        feed.catchUp();
        long before = feed.latest();

        breakConnections();
        feed.catchUp();

        assertThat(feed.latest()).isGreaterThan(before);
        assertThat(isActive()).isTrue();
    }

    private void breakConnections() throws SQLException {
        execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND query LIKE '%touched_horizon%'"
                        + " AND pid <> pg_backend_pid()");
    }

    @Test
    void a_broken_connection_voids_every_remembered_proof() throws SQLException {
        var proofs = new ClientProofs(database, latchkey.settings().limits());
        var claim = new ClientClaim.Proving(app.credential().clientId(), secretOf(app));
        proofs.authenticate(claim, latchkey.now());
        assertThat(proofs.peek(claim, latchkey.now())).isPresent();

        breakConnections();
        database.watch().catchUp();

        assertThat(proofs.peek(claim, latchkey.now())).isEmpty();
        assertThat(proofs.authenticate(claim, latchkey.now()))
                .isInstanceOf(Authentication.Proven.class);
    }

    private static Optional<Secret.Client> secretOf(App app) {
        return Secret.CLIENT.parse(app.secret());
    }

    /** A caller who must not wait hears of it all the same, and so does the next. */
    @Test
    void a_store_that_cannot_be_asked_fails_those_who_wait_and_voids_what_was_kept()
            throws SQLException {
        feed.catchUp();
        long before = feed.latest();
        execute("ALTER TABLE touched_horizon RENAME TO touched_horizon_hidden");
        try {
            assertThat(hasCaughtUp()).isFalse();
            assertThatThrownBy(feed::catchUp).isInstanceOf(StorageFault.class);
        } finally {
            execute("ALTER TABLE touched_horizon_hidden RENAME TO touched_horizon");
        }

        assertThat(hasCaughtUp()).isTrue();
        assertThat(feed.latest()).isGreaterThan(before);
    }

    private boolean hasCaughtUp() {
        var outcome = new CompletableFuture<Boolean>();
        feed.whenCaughtUp(() -> outcome.complete(true), () -> outcome.complete(false));
        return outcome.join();
    }

    /** Others in the same PostgreSQL may hold the horizon back, each for as long as it commits. */
    @Test
    void whoever_asks_seldom_keeps_nothing_that_was_forgotten() throws SQLException {
        var often = new PostgresChangeFeed(url, new Properties());
        feed.catchUp();
        often.catchUp();
        long seldomBefore = feed.latest();

        execute("UPDATE users SET name = 'Newer'");
        forgetWhatIsOlderThanAMinute();
        often.catchUp();
        long oftenBefore = often.latest();
        while (!isEmpty("touched")) {
            forgetWhatIsOlderThanAMinute();
            often.catchUp();
        }
        feed.catchUp();

        assertThat(often.latest()).isEqualTo(oftenBefore);
        assertThat(feed.latest()).isGreaterThan(seldomBefore);
        often.close();
    }

    private boolean isEmpty(String table) throws SQLException {
        return texts("SELECT 1 FROM " + table).isEmpty();
    }

    private static void forgetWhatIsOlderThanAMinute() {
        latchkey.clock.pass(Duration.ofSeconds(61));
        while (database.forgetTouched(latchkey.now().at(), 10) > 0) {
            // Bite by bite.
        }
    }

    @Test
    void every_column_is_told_of_but_those_no_check_reads() throws SQLException {
        for (String table : SqliteTriggers.TELL.keySet()) {
            Set<String> expected =
                    texts(
                            "SELECT column_name FROM information_schema.columns WHERE table_name = '%s'"
                                    .formatted(table));
            expected.removeAll(SqliteTriggers.UNREAD);

            assertThat(
                            texts(
                                    "SELECT event_object_column FROM information_schema.triggered_update_columns"
                                            + " WHERE event_object_table = '%s' AND trigger_name = 'touched_update'"
                                                    .formatted(table)))
                    .as(table)
                    .isEqualTo(expected);
            assertThat(
                            texts(
                                    "SELECT event_manipulation FROM information_schema.triggers"
                                            + " WHERE event_object_table = '%s'".formatted(table)))
                    .as(table)
                    .isEqualTo(
                            SqliteTriggers.TELL_NEW.containsKey(table)
                                    ? Set.of("INSERT", "UPDATE", "DELETE")
                                    : Set.of("UPDATE", "DELETE"));
        }
    }

    @Test
    void no_check_reads_what_is_not_told_of() throws SQLException {
        String read =
                String.join(
                        " ",
                        TokenRows.PERSONAL,
                        TokenRows.ORGANIZATIONAL,
                        TokenRows.ENDED,
                        TokenRows.PAIRS,
                        TokenRows.APPS,
                        TokenRows.MEMBERS,
                        String.join(" ", texts("SELECT pg_get_viewdef('live_grants')")));

        assertThat(List.of(read.split("\\W+"))).doesNotContainAnyElementsOf(SqliteTriggers.UNREAD);
    }

    /** A version changes with another column of its row, or not at all. */
    @Test
    void no_proof_reads_what_is_not_told_of_but_a_version() {
        List<String> read =
                List.of(String.join(" ", ClientProofs.HOLDERS, Throttle.FULL).split("\\W+"));

        assertThat(read).filteredOn(SqliteTriggers.UNREAD::contains).containsOnly("version");
    }

    private boolean isActive() {
        return latchkey.isActive(tokens.access());
    }

    private void execute(String text) throws SQLException {
        try (var statement = somebody.createStatement()) {
            statement.execute(text);
        }
    }

    private Set<String> texts(String text) throws SQLException {
        try (var statement = somebody.createStatement();
                var rows = statement.executeQuery(text)) {
            var found = new HashSet<String>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }
}
