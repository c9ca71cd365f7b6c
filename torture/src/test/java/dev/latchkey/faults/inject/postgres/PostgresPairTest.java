package dev.latchkey.faults.inject.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Poll;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs only in the long build, because it starts many servers. */
@Tag("long")
class PostgresPairTest {
  private static final int ROWS = 50;

  @Test
  void what_was_committed_survives_two_failovers_and_a_restart() throws SQLException {
    try (PostgresPair pair = PostgresPair.start()) {
      String name = pair.createDatabase();
      String first = pair.url(name);
      execute(first, "CREATE TABLE kept (number INT PRIMARY KEY)");
      insert(first, 0, ROWS);
      try (Connection open = connect(first)) {
        pair.killPrimary();

        assertThatThrownBy(() -> open.createStatement().execute("SELECT 1"))
            .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> connect(first)).isInstanceOf(SQLException.class);
      }
      pair.restartPrimary();
      insert(first, ROWS, ROWS);

      pair.promoteStandby();
      assertThat(kept(first)).as("by the same address").isEqualTo(2 * ROWS);
      insert(first, 2 * ROWS, ROWS);

      pair.addStandby();
      String second = pair.url(name);
      insert(second, 3 * ROWS, ROWS);
      pair.promoteStandby();
      assertThat(kept(second)).isEqualTo(4 * ROWS);
    }
  }

  @Test
  void a_commit_waits_for_the_standby() throws Exception {
    try (PostgresPair pair = PostgresPair.start()) {
      String database = pair.url(pair.createDatabase());
      execute(database, "CREATE TABLE kept (number INT PRIMARY KEY)");
      pair.killStandby();
      List<SQLException> refused = new ArrayList<>();
      Thread inserting =
          Thread.startVirtualThread(() -> {
            try {
              insert(database, 0, 1);
            } catch (SQLException cause) {
              refused.add(cause);
            }
          });

      Poll.until(() -> isWaitingForStandby(database), "a commit that waits");
      assertThat(kept(database)).isZero();
      pair.restartStandby();
      inserting.join();
      assertThat(refused).isEmpty();
      assertThat(kept(database)).isEqualTo(1);
    }
  }

  private static boolean isWaitingForStandby(String database) {
    return number(database, "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        == 1;
  }

  private static int kept(String database) {
    return number(database, "SELECT COUNT(*) FROM kept");
  }

  private static int number(String database, String query) {
    try (Connection connection = connect(database);
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getInt(1);
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
  }

  private static void insert(String database, int from, int count) throws SQLException {
    try (Connection connection = connect(database);
        var inserting = connection.prepareStatement("INSERT INTO kept VALUES (?)")) {
      for (int i = from; i < from + count; i++) {
        inserting.setInt(1, i);
        inserting.executeUpdate();
      }
    }
  }

  private static void execute(String database, String statement) throws SQLException {
    try (Connection connection = connect(database);
        var doing = connection.createStatement()) {
      doing.execute(statement);
    }
  }

  private static Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(database + "&targetServerType=primary");
  }
}
