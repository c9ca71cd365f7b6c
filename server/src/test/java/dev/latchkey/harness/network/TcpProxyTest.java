package dev.latchkey.harness.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Postgres;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.util.PSQLState;

class TcpProxyTest {
  private static final long SHORT_MILLIS = 300;
  private static final int TIMES = 20;
  private static final String LOCK_NOW = "LOCK TABLE kept IN ACCESS EXCLUSIVE MODE NOWAIT";

  private final String direct = Postgres.freshDatabase();
  private final TcpProxy proxy = TcpProxy.to(URI.create(direct.substring(5)).getPort());
  private final String proxied = proxy.url(direct);

  @BeforeEach
  void make() throws SQLException {
    execute(direct, "CREATE TABLE kept (name TEXT PRIMARY KEY)");
  }

  @AfterEach
  void stop() {
    proxy.close();
  }

  @Test
  void what_passes_is_unchanged() throws SQLException {
    String large = "x".repeat(200_000);
    try (Connection connection = DriverManager.getConnection(proxied);
        var asking = connection.prepareStatement("SELECT ? || 'COMMIT'")) {
      asking.setString(1, large);
      try (var rows = asking.executeQuery()) {
        rows.next();
        assertThat(rows.getString(1)).isEqualTo(large + "COMMIT");
      }
      insert(connection, "one");
    }
    assertThat(kept()).isEqualTo(1);
    assertThat(proxy.swallowedCommits()).isZero();
    Poll.until(() -> proxy.connections() == 0, "the end of the connection");
  }

  @ParameterizedTest
  @EnumSource
  void a_cut_ends_the_open_connections_and_no_new_one(TcpProxy.Ending ending) throws SQLException {
    try (Connection connection = DriverManager.getConnection(proxied)) {
      proxy.cut(ending);

      assertThatThrownBy(() -> insert(connection, "one")).isInstanceOf(SQLException.class);
    }
    try (Connection connection = DriverManager.getConnection(proxied)) {
      insert(connection, "two");
    }
    assertThat(kept()).isEqualTo(1);
  }

  @Test
  void it_refuses_new_connections_until_it_passes_again() throws SQLException {
    try (Connection open = DriverManager.getConnection(proxied)) {
      for (int time = 1; time <= TIMES; time++) {
        proxy.refuse();

        assertThatThrownBy(() -> DriverManager.getConnection(proxied))
            .hasMessageContaining("refused");
        insert(open, "row " + time);
        proxy.pass();
        DriverManager.getConnection(proxied).close();
      }
    }
    assertThat(kept()).isEqualTo(TIMES);
  }

  @Test
  void a_stalled_request_reaches_the_server_late() throws Exception {
    try (Connection connection = DriverManager.getConnection(proxied)) {
      proxy.stall(TcpProxy.Direction.TO_SERVER);
      CompletableFuture<Void> inserting = inserting(connection, "one");

      assertStillWaiting(inserting);
      assertThat(kept()).isZero();
      proxy.pass();
      inserting.get();
      assertThat(kept()).isEqualTo(1);
    }
  }

  @Test
  void a_stalled_answer_reaches_the_client_late() throws Exception {
    try (Connection connection = DriverManager.getConnection(proxied)) {
      proxy.stall(TcpProxy.Direction.TO_CLIENT);
      CompletableFuture<Void> inserting = inserting(connection, "one");

      Poll.until(() -> kept() == 1, "the row");
      assertStillWaiting(inserting);
      proxy.pass();
      inserting.get();
    }
  }

  @Test
  void new_connections_stall_as_well() throws SQLException {
    proxy.stall();

    assertThatThrownBy(() -> DriverManager.getConnection(proxied + "&loginTimeout=1"))
        .hasMessageContaining("timed out");
    proxy.pass();
    DriverManager.getConnection(proxied).close();
  }

  @Test
  void the_server_keeps_the_locks_of_a_lost_client() throws SQLException {
    try (Connection lost = DriverManager.getConnection(proxied)) {
      lost.setAutoCommit(false);
      insert(lost, "one");
      proxy.loseClients();

      assertThatThrownBy(() -> insert(lost, "two")).isInstanceOf(SQLException.class);
    }
    assertThatThrownBy(() -> execute(direct, LOCK_NOW))
        .hasMessageContaining("could not obtain lock");
    assertThat(proxy.connections()).isEqualTo(1);

    proxy.forgetLostClients();

    Poll.until(this::isFree, "the lock");
    assertThat(kept()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void a_swallowed_commit_is_done_and_its_client_does_not_know(TcpProxy.Ending ending)
      throws SQLException {
    try (Connection first = DriverManager.getConnection(proxied);
        Connection second = DriverManager.getConnection(proxied)) {
      first.setAutoCommit(false);
      second.setAutoCommit(false);
      insert(first, "one");
      insert(second, "two");
      proxy.swallowCommits(1, ending);

      assertThatThrownBy(first::commit)
          .isInstanceOfSatisfying(
              SQLException.class,
              broken ->
                  assertThat(broken.getSQLState())
                      .isEqualTo(PSQLState.CONNECTION_FAILURE.getState()));
      second.commit();
    }
    assertThat(kept()).isEqualTo(2);
    assertThat(proxy.swallowedCommits()).isEqualTo(1);
  }

  @Test
  void a_withheld_commit_is_done_and_its_client_waits() throws SQLException {
    try (Connection connection = DriverManager.getConnection(proxied + "&socketTimeout=1")) {
      connection.setAutoCommit(false);
      insert(connection, "one");
      proxy.withholdCommits(1);

      assertThatThrownBy(connection::commit).hasStackTraceContaining("timed out");
    }
    assertThat(kept()).isEqualTo(1);
    assertThat(proxy.swallowedCommits()).isEqualTo(1);
    Poll.until(() -> proxy.connections() == 0, "the end of the connection");
  }

  @Test
  void a_rollback_and_a_statement_by_itself_are_answered() throws SQLException {
    proxy.swallowCommits(1, TcpProxy.Ending.RESET);
    try (Connection connection = DriverManager.getConnection(proxied)) {
      insert(connection, "one");
      connection.setAutoCommit(false);
      insert(connection, "two");
      connection.rollback();
    }
    assertThat(kept()).isEqualTo(1);
    assertThat(proxy.swallowedCommits()).isZero();
  }

  private static CompletableFuture<Void> inserting(Connection connection, String name) {
    Runnable insert =
        () -> {
          try {
            insert(connection, name);
          } catch (SQLException cause) {
            throw new IllegalStateException(cause);
          }
        };
    return CompletableFuture.runAsync(insert, Thread::startVirtualThread);
  }

  private static void assertStillWaiting(CompletableFuture<Void> inserting)
      throws InterruptedException, ExecutionException {
    try {
      inserting.get(SHORT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException waiting) {
      return;
    }
    throw new AssertionError("it did not wait");
  }

  private static void insert(Connection connection, String name) throws SQLException {
    try (var inserting = connection.prepareStatement("INSERT INTO kept (name) VALUES (?)")) {
      inserting.setString(1, name);
      inserting.executeUpdate();
    }
  }

  private boolean isFree() {
    try {
      execute(direct, LOCK_NOW);
      return true;
    } catch (SQLException locked) {
      return false;
    }
  }

  private int kept() {
    try (Connection connection = DriverManager.getConnection(direct);
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COUNT(*) FROM kept")) {
      rows.next();
      return rows.getInt(1);
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
  }

  private static void execute(String url, String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        var doing = connection.createStatement()) {
      connection.setAutoCommit(false);
      doing.execute(statement);
      connection.commit();
    }
  }
}
