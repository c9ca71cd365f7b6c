package dev.latchkey.storage.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.MeasuresTime;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.EarlierStore;
import dev.latchkey.harness.store.HeldStatements;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.store.StoreCatalog;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.postgres.PostgresDatabase;
import dev.latchkey.storage.sqlite.SqliteDatabase;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** A store of the release before is brought to the schema of this program (decision 0003). */
@MeasuresTime
class SchemaStepsTest {
  private static final Logger LOG = Logger.getLogger("dev.latchkey");
  private static final String APP = "cli_AAAAAAAAAAAAAAAAAAAAA1";

  /** Longer than a client waits for the lock of a table that is changed. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** A caller that waits longer fails the test. */
  private static final int SECONDS = 20;

  @ParameterizedTest
  @EachStore
  void a_store_of_the_release_before_gets_the_schema_of_a_new_one(Store store) {
    Settings earlier = EarlierStore.create(store);

    createOrVerify(earlier);

    assertThat(StoreCatalog.of(earlier)).isEqualTo(catalogOfNewStore(store));
  }

  @ParameterizedTest
  @EachStore
  void its_rows_stay_and_its_tokens_work(Store store) {
    Settings settings = EarlierStore.create(store);
    var tokens = TokenPair.mint(new SecureRandom());
    String access = tokens.access().reveal();
    EarlierStore.fill(settings, Map.of("access", access, "refresh", tokens.refresh().reveal()));
    Map<String, List<String>> rows = EarlierStore.rows(settings);
    assertThat(rows.values()).noneMatch(List::isEmpty);

    createOrVerify(settings);

    Map<String, List<String>> after = EarlierStore.rows(settings);
    assertThat(after).isEqualTo(rows);
    // Its bytes are no key.
    EarlierStore.execute(settings, List.of("DELETE FROM signing_keys"));
    try (Latchkey latchkey = Latchkey.start(settings)) {
      assertThat(latchkey.isActive(access)).isTrue();
      Answer refreshed = refresh(latchkey, tokens.refresh().reveal());
      assertThat(refreshed.status()).isEqualTo(200);
      assertThat(latchkey.isActive(access)).isFalse();
      assertThat(latchkey.isActive(refreshed.json().path("access_token").asString())).isTrue();
    }
  }

  /** Its programs leave a rotated pair where the active ones are, and insert another one. */
  @ParameterizedTest
  @EachStore
  void what_the_release_before_rotated_stays_ended(Store store) {
    Settings settings = EarlierStore.create(store);
    var rotated = TokenPair.mint(new SecureRandom());
    var active = TokenPair.mint(new SecureRandom());
    EarlierStore.fill(
        settings,
        Map.of(
            "access",
            rotated.access().reveal(),
            "refresh",
            rotated.refresh().reveal(),
            "next access",
            active.access().reveal(),
            "next refresh",
            active.refresh().reveal()));
    EarlierStore.execute(
        settings,
        List.of(
            "DELETE FROM signing_keys",
            "UPDATE pairs SET rotated_at = 1 WHERE access_hash = "
                + EarlierStore.hash(settings, rotated.access().reveal())));
    createOrVerify(settings);

    try (Latchkey latchkey = Latchkey.start(settings)) {
      assertThat(latchkey.isActive(rotated.access().reveal())).isFalse();
      assertThat(latchkey.isActive(active.access().reveal())).isTrue();
      Answer replay = refresh(latchkey, rotated.refresh().reveal());
      assertThat(replay.status()).isEqualTo(400);
      assertThat(latchkey.isActive(active.access().reveal())).isFalse();
    }
  }

  private static Answer refresh(Latchkey latchkey, String token) {
    return Http.here()
        .form(
            latchkey.url() + "/oauth2/token",
            Map.of(
                "grant_type", "refresh_token",
                "client_id", APP,
                "refresh_token", token));
  }

  /** A program of the release before has it, and would answer 503 while each connection fails. */
  @Test
  void a_prepared_statement_of_the_release_before_works_after_the_change() throws SQLException {
    Settings settings = EarlierStore.create(Store.POSTGRESQL);
    try (Connection connection = EarlierStore.connect(settings);
        var statement = connection.createStatement()) {
      statement.execute("PREPARE grants AS SELECT * FROM live_grants");
      statement.execute("EXECUTE grants");

      createOrVerify(settings);

      assertThatCode(() -> statement.execute("EXECUTE grants")).doesNotThrowAnyException();
    }
  }

  @Test
  void of_two_nodes_that_start_at_once_one_changes_the_schema_and_the_other_waits() {
    Settings settings = EarlierStore.create(Store.POSTGRESQL);
    HeldStatements statements = HeldStatements.to(settings.store().database().orElseThrow());
    var held = statements.before("UPDATE schema_version SET complete_version");

    try (Database first = PostgresDatabase.open(statements.url(), entry -> {})) {
      CompletableFuture<Void> here =
          CompletableFuture.runAsync(
              () -> Schema.createOrVerify(first), Thread::startVirtualThread);
      held.await();
      CompletableFuture<Void> there =
          CompletableFuture.runAsync(() -> createOrVerify(settings), Thread::startVirtualThread);
      Poll.until(() -> isWaitingForTheOther(settings), "the second node to wait");
      assertThat(there).isNotDone();

      held.letGo();

      here.join();
      there.join();
    }
    assertThat(StoreCatalog.of(settings)).isEqualTo(catalogOfNewStore(Store.POSTGRESQL));
  }

  /** Its session is idle between two attempts, so that no index has to wait for it. */
  private static boolean isWaitingForTheOther(Settings settings) {
    return holds(
        settings,
        """
        SELECT 1 FROM pg_stat_activity
        WHERE state = 'idle' AND query LIKE '%pg_try_advisory_lock%' AND datname = current_database()
        """);
  }

  @Test
  void while_the_change_waits_for_a_long_reader_nobody_else_does() throws SQLException {
    Settings settings = EarlierStore.create(Store.POSTGRESQL);
    try (Connection reader = EarlierStore.connect(settings)) {
      reader.setAutoCommit(false);
      reader.createStatement().execute("SELECT * FROM live_grants");
      CompletableFuture<Void> change =
          CompletableFuture.runAsync(() -> createOrVerify(settings), Thread::startVirtualThread);

      List<Duration> others = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        Poll.until(() -> isWaitingForALock(settings), "the change to wait");
        long began = System.nanoTime();
        holds(settings, "SELECT 1 FROM live_grants");
        others.add(Duration.ofNanos(System.nanoTime() - began));
      }

      assertThat(change).isNotDone();
      assertThat(others).allMatch(each -> each.compareTo(PATIENCE) < 0);
      reader.rollback();
      change.join();
    }
    assertThat(StoreCatalog.of(settings)).isEqualTo(catalogOfNewStore(Store.POSTGRESQL));
  }

  @Test
  void a_change_that_waits_for_a_lock_is_announced_once() throws SQLException {
    Settings settings = EarlierStore.create(Store.POSTGRESQL);
    var change = Thread.ofVirtual().unstarted(() -> createOrVerify(settings));
    var lines = new ConcurrentLinkedQueue<String>();
    Handler handler =
        new StreamHandler() {
          @Override
          public void publish(LogRecord line) {
            if (Thread.currentThread().equals(change)) {
              lines.add(line.getMessage());
            }
          }
        };
    LOG.addHandler(handler);
    try (Connection reader = EarlierStore.connect(settings)) {
      reader.setAutoCommit(false);
      reader.createStatement().execute("SELECT * FROM live_grants");
      change.start();
      for (int i = 0; i < 3; i++) {
        Poll.until(() -> isWaitingForALock(settings), "the change to wait");
        Poll.until(() -> !isWaitingForALock(settings), "the change to give up");
      }
      reader.rollback();
      Poll.until(() -> !change.isAlive(), "the change");
    } finally {
      LOG.removeHandler(handler);
    }
    assertThat(lines).filteredOn(line -> line.contains("changes the schema from")).hasSize(1);
    assertThat(lines).anyMatch(line -> line.contains("waits for a lock, to change the tables"));
  }

  private static boolean isWaitingForALock(Settings settings) {
    return holds(
        settings,
        """
        SELECT 1 FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND application_name = 'latchkey' AND datname = current_database()
        """);
  }

  @Test
  void an_index_that_a_broken_attempt_left_behind_is_built_again() {
    String create = "CREATE INDEX example ON audit (detail)";
    Settings settings = Latchkey.settings(Store.POSTGRESQL);
    try (Database database = open(settings)) {
      EarlierStore.execute(
          settings,
          List.of(
              create,
              """
              UPDATE pg_index SET indisvalid = FALSE WHERE indexrelid = 'example'::regclass
              """));

      database.changeSchema(sql -> SchemaSteps.buildIndex(sql, create));
    }
    assertThat(
            holds(
                settings,
                "SELECT 1 FROM pg_index WHERE indexrelid = 'example'::regclass AND indisvalid"))
        .isTrue();
  }

  private static boolean holds(Settings settings, String query) {
    try (Connection connection = EarlierStore.connect(settings);
        var statement = connection.createStatement()) {
      statement.setQueryTimeout(SECONDS);
      return statement.executeQuery(query).next();
    } catch (SQLException cause) {
      throw new AssertionError(cause);
    }
  }

  static List<String> catalogOfNewStore(Store store) {
    Settings fresh = Latchkey.settings(store);
    createOrVerify(fresh);
    return StoreCatalog.of(fresh);
  }

  static void createOrVerify(Settings settings) {
    try (Database database = open(settings)) {
      Schema.createOrVerify(database);
    }
  }

  static Database open(Settings settings) {
    Optional<String> url = settings.store().database();
    return url.isPresent()
        ? PostgresDatabase.open(url.get(), entry -> {})
        : SqliteDatabase.open(settings.store().sqliteFile(), 0, entry -> {});
  }
}
