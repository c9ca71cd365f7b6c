package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.model.Id;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Database.Dialect;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.database.Sql;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server with synchronous replication whose standby does not answer. A write is reported as made
 * only when the standby has it.
 */
class StandbyTest {
  private final EmbeddedPostgres server;
  private final String url;
  private final Connection administrator;
  private Database database;

  StandbyTest() throws IOException, SQLException {
    server = Postgres.quiet().setServerConfig("fsync", "off").start();
    url = Postgres.freshDatabase(server);
    administrator = DriverManager.getConnection(url);
  }

  @BeforeEach
  void open() {
    database = PostgresDatabase.open(url, entry -> {});
    Schema.createOrVerify(database);
  }

  @AfterEach
  void close() throws Exception {
    standby("");
    database.close();
    administrator.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pg_terminate_backend", "pg_cancel_backend"})
  void a_write_whose_wait_for_the_standby_was_ended_waits_again(String end) throws SQLException {
    standby("absent");
    CompletableFuture<Integer> write =
        CompletableFuture.supplyAsync(this::add, Thread::startVirtualThread);
    Poll.until(() -> waiting() == 1, "the write to wait for the standby");
    int first = number("SELECT pid" + WAITING);

    execute("SELECT %s(%d)".formatted(end, first));

    Poll.until(
        () -> number("SELECT COUNT(*)" + WAITING + " AND pid <> " + first) == 1,
        "another commit to wait");
    assertThat(write).isNotDone();
    standby("");
    assertThat(write.join()).isEqualTo(1);
    assertThat(number("SELECT COUNT(*) FROM sent_forms")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"off, on", "local, on", "remote_write, on", "on, on", "remote_apply, remote_apply"})
  void every_write_waits_for_the_disk_of_the_standby(String byDefault, String inWrites)
      throws SQLException {
    execute("ALTER DATABASE %s SET synchronous_commit = %s".formatted(name(), byDefault));

    try (Database reopened = PostgresDatabase.open(url, entry -> {})) {
      assertThat(reopened.write(StandbyTest::synchronousCommit)).isEqualTo(inWrites);
      assertThat(reopened.changeSchema(StandbyTest::synchronousCommit)).isEqualTo(inWrites);
    }
    try (Sql copy = new Sql(PrimaryConnections.forCopy(url), Dialect.POSTGRESQL)) {
      assertThat(synchronousCommit(copy)).isEqualTo(inWrites);
    }
  }

  @Test
  void a_refused_write_does_not_wait_for_the_standby() throws SQLException {
    standby("absent");

    int deleted = database.write(sql -> sql.update("DELETE FROM sent_forms"));

    assertThat(deleted).isZero();
  }

  private static final String WAITING =
      " FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()";

  private int add() {
    return database.write(sql ->
        sql.update(
            "INSERT INTO sent_forms (form_id, kept_until) VALUES (?, 1)",
            Id.FORM.draw(new SecureRandom())));
  }

  private static String synchronousCommit(Sql sql) throws SQLException {
    return sql.one(
            "SELECT current_setting('synchronous_commit') AS value", row -> row.text("value"))
        .orElseThrow();
  }

  /** Names the standby for which commits wait; "" for none. */
  private void standby(String name) throws SQLException {
    execute("ALTER SYSTEM SET synchronous_standby_names = '%s'".formatted(name));
    execute("SELECT pg_reload_conf()");
    Poll.until(
        () ->
            number(
                    "SELECT CAST(current_setting('synchronous_standby_names') = '"
                        + name
                        + "' AS INT)")
                == 1,
        "the new setting");
  }

  private String name() throws SQLException {
    return administrator.getCatalog();
  }

  private int waiting() {
    return number("SELECT COUNT(*)" + WAITING);
  }

  private int number(String query) {
    try (var statement = administrator.createStatement();
        var rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getInt(1) : 0;
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
  }

  private void execute(String statement) throws SQLException {
    try (var doing = administrator.createStatement()) {
      doing.execute(statement);
    }
  }
}
