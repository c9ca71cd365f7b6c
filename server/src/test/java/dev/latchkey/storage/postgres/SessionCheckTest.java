package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.ChangingSessions;
import dev.latchkey.harness.Postgres;
import dev.latchkey.model.StorageFault;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
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
}
