package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.store.ChangingSessions;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.model.process.StorageFault;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A program that was started behind a pooler of transactions says so and does not start. */
class SessionCheckTest {
  private final String url = Postgres.freshDatabase();

  @Test
  void a_connection_to_the_server_keeps_its_session() throws SQLException {
    try (Connection one = DriverManager.getConnection(url);
        Connection another = DriverManager.getConnection(url)) {
      assertThat(SessionCheck.isKept(one, another)).isTrue();
      assertThat(another.getAutoCommit()).isTrue();
    }
  }

  @Test
  void a_pooler_that_gives_each_transaction_another_session_is_refused() throws SQLException {
    String pooler = ChangingSessions.to(url);
    try (Connection one = DriverManager.getConnection(pooler);
        Connection another = DriverManager.getConnection(pooler)) {
      assertThatThrownBy(() -> SessionCheck.requireKept(one, another))
          .isInstanceOf(StorageFault.class)
          .hasMessageContaining("pool_mode = session");
    }
  }

  /**
   * With two sessions in turn, a query beside the transaction of another connection always gets the
   * session that is left.
   */
  @Test
  void a_pooler_with_two_sessions_in_turn_is_refused() throws SQLException {
    try (Connection first = DriverManager.getConnection(url);
        Connection second = DriverManager.getConnection(url)) {
      var pooler = new TwoInTurn(List.of(first, second));

      assertThat(SessionCheck.isKept(pooler.connection(), pooler.connection())).isFalse();
    }
  }

  private static final class TwoInTurn {
    private final List<Connection> sessions;
    private int next;

    TwoInTurn(List<Connection> sessions) {
      this.sessions = sessions;
    }

    /** A connection whose transaction is open keeps its session. */
    Connection connection() {
      var held = new AtomicReference<@Nullable Connection>();
      return (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (self, method, arguments) -> {
                Connection session = held.get() == null ? free() : held.get();
                Object result = method.invoke(session, arguments);
                held.set(session.getAutoCommit() ? null : session);
                return result;
              });
    }

    private Connection free() throws SQLException {
      for (Connection each : sessions) {
        if (!each.getAutoCommit()) {
          return sessions.get(1 - sessions.indexOf(each));
        }
      }
      return sessions.get(next++ % sessions.size());
    }
  }
}
