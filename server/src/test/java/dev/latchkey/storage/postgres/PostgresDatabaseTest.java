package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.store.Postgres;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A write ends after some seconds, whatever it waits for. A change of the schema may take long. */
class PostgresDatabaseTest {
  private static final List<String> SOME_SECONDS = List.of("7s", "9s");

  @Test
  void only_a_change_of_the_schema_has_no_time_limits() {
    try (Database database = PostgresDatabase.open(Postgres.databaseWithTables(), entry -> {})) {
      assertThat(database.write(PostgresDatabaseTest::timeLimits)).isEqualTo(SOME_SECONDS);
      assertThat(database.<List<String>>changeSchema(PostgresDatabaseTest::timeLimits))
          .containsExactly("0", "0");
      assertThat(database.write(PostgresDatabaseTest::timeLimits)).isEqualTo(SOME_SECONDS);
    }
  }

  @Test
  void writes_are_isolated_as_they_need_whatever_the_database_has_as_its_default()
      throws SQLException {
    String url = Postgres.databaseWithTables();
    try (Connection admin = DriverManager.getConnection(url);
        var statement = admin.createStatement()) {
      statement.execute(
          "ALTER DATABASE "
              + admin.getCatalog()
              + " SET default_transaction_isolation = 'serializable'");
    }

    try (Database database = PostgresDatabase.open(url, entry -> {})) {
      assertThat(database.write(PostgresDatabaseTest::isolation)).containsExactly("read committed");
    }
  }

  /** So a program cannot be made too old while one of its writes is running. */
  @Test
  void a_write_keeps_the_version_of_the_store_from_being_changed() throws SQLException {
    String url = Postgres.databaseWithTables();
    try (Database database = PostgresDatabase.open(url, entry -> {});
        Connection other = DriverManager.getConnection(url);
        var statement = other.createStatement()) {
      statement.execute("SET lock_timeout = 1");
      database.write(sql -> {
        assertThatThrownBy(() -> statement.execute("BEGIN; LOCK TABLE schema_version"))
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("lock timeout");
        return url;
      });
      statement.execute("ROLLBACK");
      statement.execute("UPDATE schema_version SET oldest_program = 99");

      assertThatThrownBy(() -> database.write(PostgresDatabaseTest::timeLimits))
          .isInstanceOf(StorageFault.ProgramTooOld.class);
    }
  }

  private static List<String> isolation(Sql sql) throws SQLException {
    return sql.all(
        "SELECT current_setting('transaction_isolation') AS value", row -> row.text("value"));
  }

  private static List<String> timeLimits(Sql sql) throws SQLException {
    return sql.all(
        "SELECT current_setting(name) AS value FROM pg_settings"
            + " WHERE name IN ('lock_timeout', 'statement_timeout') ORDER BY name",
        row -> row.text("value"));
  }
}
