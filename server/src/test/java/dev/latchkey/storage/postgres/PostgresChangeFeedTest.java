package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Authentication;
import dev.latchkey.model.credential.ClientClaim;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.cache.TokenRows;
import dev.latchkey.storage.checks.ClientProofs;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.limit.Throttle;
import dev.latchkey.storage.sqlite.SqliteTriggers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 3.7 with several writers: a change by another process is known at the next check. */
@SuppressWarnings("NullAway.Init")
class PostgresChangeFeedTest {
  private final SecretHash some = SecretHash.stored(new byte[32]);

  private static Latchkey latchkey;
  private static String url;
  private static PostgresDatabase database;

  private final Person owner = latchkey.person();
  private final Person person = latchkey.person();
  private final App app = latchkey.app(owner);
  private final Browser browser = latchkey.browser();
  private final PostgresChangeFeed feed =
      new PostgresChangeFeed(new PrimaryConnections(url, new Properties()));

  private final Tokens tokens = signedIn();
  private final Connection connection = DriverManager.getConnection(url);

  PostgresChangeFeedTest() throws SQLException {}

  /** Not when the class is loaded: one process may run the methods of this class one by one. */
  @BeforeAll
  static void start() {
    latchkey = Latchkey.start(Store.POSTGRESQL);
    url = latchkey.settings().store().database().orElseThrow();
    database = PostgresDatabase.open(url, entry -> {});
  }

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
  void cacheAToken() {
    assertThat(isActive()).isTrue();
    assertThat(isActive()).isTrue();
  }

  @AfterEach
  void leave() throws SQLException {
    connection.close();
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
  void what_is_ended_directly_in_the_database_is_inactive_at_the_next_check(String statement)
      throws SQLException {
    execute(statement.formatted(person.user().id().value(), owner.user().id().value()));

    assertThat(isActive()).isFalse();
  }

  @Test
  void while_a_table_is_locked_no_query_is_left_behind_on_the_server() throws SQLException {
    var properties = new Properties();
    properties.setProperty("ApplicationName", "waits");
    properties.setProperty("socketTimeout", "4");
    try (var waits = new PostgresChangeFeed(new PrimaryConnections(url, properties))) {
      waits.catchUp();
      connection.setAutoCommit(false);
      execute("LOCK TABLE touched IN ACCESS EXCLUSIVE MODE");

      assertThatThrownBy(waits::catchUp).isInstanceOf(StorageFault.class);

      assertThat(waitingQueries()).isZero();
      connection.rollback();
      waits.catchUp();
    }
  }

  private static int waitingQueries() throws SQLException {
    try (Connection other = DriverManager.getConnection(url);
        var statement = other.createStatement();
        var rows =
            statement.executeQuery(
                """
                SELECT count(*)
                FROM pg_stat_activity
                WHERE application_name = 'waits'
                  AND wait_event_type = 'Lock'
                """)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Test
  void a_new_address_of_a_user_is_returned_by_the_next_check() throws SQLException {
    var checks =
        new TokenChecks(database, latchkey.settings().limits(), asked -> {}, (grant, at) -> {});
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
  void a_change_that_began_before_a_check_and_commits_after_it_is_known_to_the_next()
      throws SQLException {
    connection.setAutoCommit(false);
    execute(
        "UPDATE grants SET ended_at = 1 WHERE user_id = '%s'"
            .formatted(person.user().id().value()));
    app.refresh(latchkey.app().tokens(browser).refresh());
    assertThat(isActive()).as("not committed").isTrue();

    connection.commit();

    assertThat(isActive()).isFalse();
  }

  @Test
  void what_was_rolled_back_changes_nothing() throws SQLException {
    connection.setAutoCommit(false);
    execute("UPDATE grants SET ended_at = 1");
    connection.rollback();

    assertThat(isActive()).isTrue();
  }

  @Test
  void each_changed_row_is_reported_once_and_no_other() throws SQLException {
    ChangeVersions versions = feed.versions();
    var dependencies = ChangeVersions.Dependencies.of(some, person.user().id());
    var others = ChangeVersions.Dependencies.of(some, owner.user().id());
    feed.catchUp();
    ChangeVersions.Stamp before = stamp(dependencies);

    execute(
        "UPDATE users SET name = 'New' WHERE user_id = '%s'".formatted(person.user().id().value()));
    feed.catchUp();
    assertThat(versions.view().isCurrent(before, dependencies)).isFalse();
    assertThat(versions.view().isCurrent(before, others)).isTrue();
    ChangeVersions.Stamp after = stamp(dependencies);
    feed.catchUp();

    assertThat(versions.view().isCurrent(after, dependencies)).isTrue();
  }

  private ChangeVersions.Stamp stamp(ChangeVersions.Dependencies dependencies) {
    return feed.versions().stamp(dependencies, feed.versions().moment()).orElseThrow();
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
  void columns_that_no_check_reads_and_rows_that_end_twice_are_not_reported(String statement)
      throws SQLException {
    execute(
        "UPDATE pairs SET access_expires_at = 1 WHERE grant_id IN"
            + " (SELECT grant_id FROM grants WHERE user_id = '%s')"
                .formatted(person.user().id().value()));
    execute(
        "UPDATE grants SET ended_at = 1 WHERE user_id = '%s'"
            .formatted(person.user().id().value()));
    long before = changes();

    execute(statement.formatted(person.user().id().value()));

    assertThat(changes()).isEqualTo(before);
  }

  private long changes() throws SQLException {
    return Long.parseLong(texts("SELECT count(*) FROM touched").iterator().next());
  }

  /** What was cached is invalid, because there may be another server behind the new connection. */
  @Test
  void a_broken_connection_invalidates_the_cache_and_fails_no_check() throws SQLException {
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
  void a_broken_connection_invalidates_every_cached_proof() throws SQLException {
    var proofs = new ClientProofs(database, latchkey.settings().limits());
    var claim = new ClientClaim.Authenticated(app.credential().clientId(), secretOf(app));
    proofs.authenticate(claim, latchkey.now());
    assertThat(proofs.peek(claim, latchkey.now())).isPresent();

    breakConnections();
    database.trackChanges().catchUp();

    assertThat(proofs.peek(claim, latchkey.now())).isEmpty();
    assertThat(proofs.authenticate(claim, latchkey.now()))
        .isInstanceOf(Authentication.Proven.class);
  }

  private static Optional<Secret.Client> secretOf(App app) {
    return Secret.CLIENT.parse(app.secret());
  }

  /** A caller that must not wait learns of the failure as well, and so does the next caller. */
  @Test
  void a_store_that_cannot_be_queried_fails_the_callers_and_invalidates_the_cache()
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

  /**
   * Other databases in the same PostgreSQL server may hold the horizon back, each for as long as it
   * commits.
   */
  @Test
  void a_node_that_queries_rarely_keeps_nothing_when_changes_were_deleted() throws SQLException {
    var often = new PostgresChangeFeed(new PrimaryConnections(url, new Properties()));
    feed.catchUp();
    often.catchUp();
    long seldomBefore = feed.latest();

    execute("UPDATE users SET name = 'Newer'");
    deleteChangesOlderThanAMinute();
    often.catchUp();
    long oftenBefore = often.latest();
    while (!isEmpty("touched")) {
      deleteChangesOlderThanAMinute();
      often.catchUp();
    }
    feed.catchUp();

    assertThat(often.latest()).isEqualTo(oftenBefore);
    assertThat(feed.latest()).isGreaterThan(seldomBefore);
    often.close();
  }

  /** pg_dump copies the records with the transaction numbers of the cluster that it reads. */
  @Test
  void records_that_a_restore_brought_from_another_cluster_are_forgotten() throws SQLException {
    execute(
        """
        INSERT INTO touched (by_transaction, name)
        SELECT CAST(CAST(1000000000000 + i AS TEXT) AS XID8), 'usr_' || i FROM generate_series(1, 25000) i
        """);
    execute(
        "UPDATE touched_horizon SET gone_before = '1000000000000', next_before = '1000000025000'");

    try (var restored = PostgresDatabase.open(url, entry -> {})) {
      ChangeVersions versions = restored.trackChanges();

      versions.catchUp();
      OptionalLong invalidations = versions.moment().others();
      versions.catchUp();
      assertThat(versions.moment().others()).isEqualTo(invalidations);
    }
    assertThat(texts("SELECT 1 FROM touched WHERE by_transaction >= '1000000000000'")).isEmpty();
    execute("UPDATE users SET name = 'Newer'");
    while (!isEmpty("touched")) {
      deleteChangesOlderThanAMinute();
    }
  }

  /** Blue/green deployments and tools that copy changes create such a publication. */
  @Test
  void old_changes_are_deleted_while_a_publication_for_all_tables_exists() throws SQLException {
    execute("CREATE PUBLICATION everything FOR ALL TABLES");
    try {
      execute("UPDATE users SET name = 'Newer'");
      execute("UPDATE schema_version SET version = version");

      assertThatCode(
              () -> {
                while (!isEmpty("touched")) {
                  deleteChangesOlderThanAMinute();
                }
              })
          .doesNotThrowAnyException();
    } finally {
      execute("DROP PUBLICATION everything");
    }
  }

  @Test
  void a_change_that_logical_replication_applies_is_known_at_the_next_check() throws SQLException {
    execute("SET session_replication_role = replica");

    execute(
        "UPDATE users SET active_since = NULL WHERE user_id = '%s'"
            .formatted(person.user().id().value()));

    assertThat(isActive()).isFalse();
  }

  private boolean isEmpty(String table) throws SQLException {
    return texts("SELECT 1 FROM " + table).isEmpty();
  }

  private static void deleteChangesOlderThanAMinute() {
    latchkey.clock.pass(Duration.ofSeconds(61));
    while (database.deleteOldChanges(latchkey.now().at(), 10) > 0) {
      // One batch after the other.
    }
  }

  @Test
  void every_column_is_watched_except_those_that_no_check_reads() throws SQLException {
    for (String table : SqliteTriggers.ON_CHANGE.keySet()) {
      Set<String> expected =
          texts(
              "SELECT column_name FROM information_schema.columns WHERE table_name = '%s'"
                  .formatted(table));
      expected.removeAll(SqliteTriggers.IGNORED_COLUMNS);

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
                      + " WHERE event_object_table = '%s' AND trigger_name LIKE 'touched%%'"
                          .formatted(table)))
          .as(table)
          .isEqualTo(
              SqliteTriggers.ON_INSERT.containsKey(table)
                  ? Set.of("INSERT", "UPDATE", "DELETE")
                  : Set.of("UPDATE", "DELETE"));
    }
  }

  /** The last use is only compared with the time of a use, to know whether that is written. */
  @Test
  void no_check_reads_a_column_that_is_not_watched_except_the_last_use() throws SQLException {
    String read =
        String.join(
            " ",
            TokenRows.PERSONAL,
            TokenRows.ORGANIZATIONAL,
            TokenRows.ENDED,
            TokenRows.PAIRS,
            TokenRows.APPS,
            TokenRows.MEMBERS,
            String.join(" ", texts("SELECT pg_get_viewdef('counted_grants')")));

    assertThat(List.of(read.split("\\W+")))
        .filteredOn(SqliteTriggers.IGNORED_COLUMNS::contains)
        .containsOnly("last_used_at");
  }

  /** A version changes together with another column of its row, or no check depends on it. */
  @Test
  void no_proof_reads_a_column_that_is_not_watched_except_a_version() {
    List<String> read =
        List.of(String.join(" ", ClientProofs.HOLDERS, Throttle.FULL).split("\\W+"));

    assertThat(read).filteredOn(SqliteTriggers.IGNORED_COLUMNS::contains).containsOnly("version");
  }

  private boolean isActive() {
    return latchkey.isActive(tokens.access());
  }

  private void execute(String text) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  private Set<String> texts(String text) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(text)) {
      var found = new HashSet<String>();
      while (rows.next()) {
        found.add(rows.getString(1));
      }
      return found;
    }
  }
}
