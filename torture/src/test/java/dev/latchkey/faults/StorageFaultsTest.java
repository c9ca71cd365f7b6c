package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.MeasuresTime;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.program.ProgramLines;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Limit;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.postgres.PostgresDatabase;
import dev.latchkey.storage.sqlite.SqliteDatabase;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Rule 3.6: the server answers with 200 only after the data is on disk. If the store fails, the
 * answer is 503, and no operation is half done.
 */
@MeasuresTime
@Order(1)
class StorageFaultsTest {
  private static final int MOVES_AT_ONCE = 8;
  private static final Limits TINY = new Limits(Map.of(Limit.STORAGE_MEGABYTES, 1));

  @Test
  void in_a_full_store_nothing_is_added_and_everything_can_be_refreshed_and_ended() {
    Settings settings = Latchkey.settings(Store.SQLITE);
    App app;
    String code;
    try (Latchkey full = Latchkey.start(settings.with(TINY));
        ProgramLines log = ProgramLines.watch()) {
      Person leaver = full.person();
      Person administrator = full.administrator();
      app = full.app();
      App doomed = full.app();
      Browser browser = full.browser().signIn(full.person());
      Browser leaverBrowser = full.browser().signIn(leaver);
      code = app.code(browser);
      Tokens tokens = app.tokens(browser);
      Tokens ofLeaver = app.tokens(leaverBrowser);
      Tokens ofDoomed = doomed.tokens(browser);
      fill(full);

      assertRefusedAsPage(browser.approve(app.consentPage(browser)));
      assertUnavailable(app.redeem(code));
      assertThat(full.isActive(tokens.access())).isTrue();

      Tokens next = Tokens.of(app.refresh(tokens.refresh()));
      assertThat(full.isActive(tokens.access())).isFalse();
      assertThat(app.revoke(next.access()).status()).isEqualTo(200);
      assertThat(full.isActive(next.access())).isFalse();
      Browser managing = full.browser().signIn(administrator);
      assertThat(disable(managing, leaver).status()).isEqualTo(303);
      assertThat(full.isActive(ofLeaver.access())).isFalse();
      full.delete(doomed);
      assertThat(full.isActive(ofDoomed.access())).isFalse();

      assertThat(log.with("the store is full"))
          .filteredOn(line -> !line.contains("the store is full: only"))
          .isNotEmpty()
          .allMatch(line -> line.matches("(storage|The backgr.* calls .*): the store is full.*"));
      assertThat(log.with("the store is full: only")).hasSize(1);
    }

    try (Latchkey after = Latchkey.start(settings)) {
      assertThat(app.at(after.url()).redeem(code).status()).as("no half spent code").isEqualTo(200);
    }
  }

  @Test
  void the_maximum_size_can_change_while_the_server_runs() {
    Settings settings = Latchkey.settings(Store.SQLITE);
    try (Latchkey latchkey = Latchkey.start(settings)) {
      App app = latchkey.app();
      Browser browser = latchkey.browser().signIn(latchkey.person());
      latchkey.installation().live().replace(settings.with(TINY));
      fill(latchkey);
      assertRefusedAsPage(browser.approve(app.consentPage(browser)));

      latchkey.installation().live().replace(settings);
      assertThat(app.tokens(browser).access()).startsWith("lk_at_");
    }
  }

  /** A caller that refreshes without end must not keep other callers from ending tokens. */
  @Test
  void refreshing_does_not_use_up_the_reserve_for_ending() {
    Settings settings = Latchkey.settings(Store.SQLITE);
    try (Latchkey full = Latchkey.start(settings.with(TINY))) {
      Person leaver = full.person();
      Browser managing = full.browser().signIn(full.administrator());
      App app = full.app();
      Tokens ofLeaver = app.tokens(full.browser().signIn(leaver));
      Browser browser = full.browser().signIn(full.person());
      List<Tokens> stolen = Stream.generate(() -> app.tokens(browser)).limit(20).toList();
      Tokens tokens = app.tokens(browser);
      fill(full);

      Answer refused = app.refresh(tokens.refresh());
      for (int i = 0; refused.status() == 200; i++) {
        assertThat(i).as("the reserve is never used up").isLessThan(5_000);
        tokens = Tokens.of(refused);
        refused = app.refresh(tokens.refresh());
      }

      assertUnavailable(refused);
      assertThat(full.isActive(tokens.access())).isTrue();
      assertThat(app.revoke(tokens.access()).status()).isEqualTo(200);
      assertThat(full.isActive(tokens.access())).isFalse();
      for (Tokens each : stolen) {
        assertThat(app.revoke(each.access()).status()).isEqualTo(200);
      }
      full.clock.pass(Duration.ofMinutes(5));
      assertThat(disable(managing, leaver).status()).isEqualTo(303);
      assertThat(full.isActive(ofLeaver.access())).isFalse();
    }
  }

  @Test
  void a_store_that_was_full_accepts_all_writes_again_once_there_is_room() throws SQLException {
    Settings settings = Latchkey.settings(Store.SQLITE);
    try (Latchkey full = Latchkey.start(settings.with(TINY))) {
      App app = full.app();
      Browser browser = full.browser().signIn(full.person());
      List<String> codes = Stream.generate(() -> app.code(browser)).limit(MOVES_AT_ONCE).toList();
      Person person = full.person();
      fillForAMinute(full);
      fill(full, person);
      assertThat(Crowd.of(MOVES_AT_ONCE, i -> app.redeem(codes.get(i))))
          .allMatch(answer -> answer.status() == 503);

      full.clock.pass(Duration.ofMinutes(2));
      full.stores().operation().purge().deleteAllExpired(full.clock.instant());

      assertThat(Crowd.of(MOVES_AT_ONCE, i -> app.redeem(codes.get(i))))
          .allMatch(answer -> answer.status() == 200);
    }
  }

  /** Fills the store until it refuses operations that add data. */
  private static void fill(Latchkey full) {
    fill(full, full.person());
  }

  private static void fill(Latchkey full, Person person) {
    var from = new RequestMoment(full.clock.instant(), "x".repeat(2_000));
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 5_000; i++) {
                full.stores().users().directory().mailed(person.user().id(), AuditOutcome.OK, from);
              }
            })
        .isInstanceOf(StorageFault.class)
        .hasMessage("the store is full");
  }

  /** Adds rows of a large part of a megabyte. The purge removes them a minute later. */
  private static void fillForAMinute(Latchkey full) throws SQLException {
    try (Connection other =
            DriverManager.getConnection("jdbc:sqlite:" + full.data().resolve("latchkey.db"));
        var insert =
            other.prepareStatement("INSERT INTO sent_forms (form_id, kept_until) VALUES (?, ?)")) {
      for (int i = 0; i < 10; i++) {
        insert.setString(1, "form_" + i + "x".repeat(3_000));
        insert.setLong(2, full.clock.instant().plusSeconds(60).toEpochMilli());
        insert.executeUpdate();
      }
    }
  }

  private static Answer disable(Browser browser, Person person) {
    String page = "/organization/people/" + person.id();
    var fields = Browser.hidden(browser.get(page));
    return browser.post(page + "/disable", fields);
  }

  private static void assertRefusedAsPage(Answer answer) {
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
              DriverManager.getConnection("jdbc:sqlite:" + latchkey.data().resolve("latchkey.db"));
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
  void while_postgresql_is_down_nothing_is_reported_active_or_done() throws IOException {
    Path data = Latchkey.temporaryDirectory().resolve("pg");
    EmbeddedPostgres server =
        Postgres.quiet().setDataDirectory(data).setCleanDataDirectory(false).start();
    int port = server.getPort();
    Optional<String> database = Optional.of(Postgres.freshDatabase(server));
    Settings settings = Latchkey.settings(Store.SQLITE).on(database);
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
    Settings settings = storeAt(99, store);

    assertThatThrownBy(() -> Latchkey.start(settings))
        .isInstanceOf(StorageFault.class)
        .hasMessageContaining("this program knows up to");
  }

  @ParameterizedTest
  @EachStore
  void a_store_from_before_the_first_release_is_refused(Store store) throws SQLException {
    Settings settings = storeAt(17, store);

    assertThatThrownBy(() -> Latchkey.start(settings))
        .isInstanceOf(StorageFault.class)
        .hasMessageContaining("start it on an empty store");
  }

  @ParameterizedTest
  @EachStore
  void a_running_node_stops_at_once_when_a_newer_program_has_made_it_too_old(Store store) {
    Settings settings = Latchkey.settings(store);
    try (Latchkey latchkey = Latchkey.start(settings)) {
      App app = latchkey.app();
      Tokens tokens = app.tokens(latchkey.browser().signIn(latchkey.person()));
      assertThat(latchkey.isActive(tokens.access())).isTrue();
      Poll.until(() -> readiness(latchkey).equals("{\"status\":\"ready\"}"), "ready");

      change(settings, "UPDATE schema_version SET complete_version = 99, oldest_program = 99");

      assertThat(latchkey.introspect(tokens.access()).status()).isEqualTo(503);
      assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(503);
      assertThat(app.revoke(tokens.access()).status()).isEqualTo(503);
      Poll.until(() -> readiness(latchkey).equals("{\"status\":\"schema_changed\"}"), "not ready");
    }
  }

  @ParameterizedTest
  @EachStore
  void a_running_node_goes_on_while_the_newer_schema_admits_it(Store store) {
    Settings settings = Latchkey.settings(store);
    try (Latchkey latchkey = Latchkey.start(settings)) {
      App app = latchkey.app();
      Tokens tokens = app.tokens(latchkey.browser().signIn(latchkey.person()));

      change(settings, "UPDATE schema_version SET complete_version = 99");

      assertThat(latchkey.isActive(tokens.access())).isTrue();
      assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(200);
      Poll.until(() -> readiness(latchkey).equals("{\"status\":\"ready\"}"), "ready");
    }
    Latchkey.start(settings).close();
  }

  /** Changes the store as another process does. */
  private static void change(Settings settings, String statement) {
    Optional<String> url = settings.store().database();
    try (Database other =
        url.isPresent()
            ? PostgresDatabase.open(url.get(), entry -> {})
            : SqliteDatabase.open(settings.store().sqliteFile(), 0, entry -> {})) {
      other.changeSchema(sql -> sql.update(statement));
    }
  }

  private static String readiness(Latchkey latchkey) {
    return Http.here().get(latchkey.url() + "/health/ready").body().strip();
  }

  private static Settings storeAt(int version, Store store) throws SQLException {
    Settings settings = Latchkey.settings(store);
    Latchkey.start(settings).close();
    setVersion(settings, version);
    return settings;
  }

  private static void setVersion(Settings settings, int version) throws SQLException {
    String url =
        settings
            .store()
            .database()
            .orElse("jdbc:sqlite:" + settings.store().data().resolve("latchkey.db"));
    try (Connection connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.execute(
          "UPDATE schema_version SET complete_version = %1$d, oldest_program = %1$d"
              .formatted(version));
    }
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
