package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.store.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class PrimaryConnectionsTest {
  @Test
  void each_server_is_asked_for_the_database_that_the_address_names() throws SQLException {
    String one = Postgres.freshDatabase();
    String several = one.replaceFirst("//([^/]+)/", "//$1,$1/");

    try (Connection expected = DriverManager.getConnection(one);
        Connection opened = new PrimaryConnections(several, new Properties()).getConnection()) {
      assertThat(opened.getCatalog()).isEqualTo(expected.getCatalog());
    }
  }
}
