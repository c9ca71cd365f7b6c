package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.latchkey.harness.network.TcpProxy;
import dev.latchkey.harness.program.ProgramLines;
import dev.latchkey.harness.store.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the log says of a server that cannot be used. */
class UnusableServersTest {
  private final String url = Postgres.freshDatabase();

  /** Of the database, and of the role that uses it. */
  private final String name = url.replaceFirst(".*/([a-z_0-9]+)[?].*", "$1");

  private final TcpProxy proxy =
      TcpProxy.to(Integer.parseInt(url.replaceFirst(".*//[^/]+:([0-9]+)/.*", "$1")));
  private final String server = "PostgreSQL at 127.0.0.1:" + proxy.port();
  private final ProgramLines log = ProgramLines.watch();

  @AfterEach
  void close() throws SQLException {
    log.close();
    proxy.close();
    execute("DROP ROLE IF EXISTS " + name);
  }

  @Test
  void each_change_of_the_reason_is_one_line_without_the_user_and_the_password()
      throws SQLException {
    execute("CREATE ROLE %s LOGIN PASSWORD 'hush'".formatted(name));
    String address = proxy.url(url).replaceFirst("[?].*", "");
    var connections =
        new PrimaryConnections(address + "?user=" + name + "&password=hush", new Properties());
    proxy.refuse();
    refused(connections);
    assertThat(log.with(server)).as("before the first connection").isEmpty();
    proxy.pass();
    connect(connections);

    proxy.refuse();
    refused(connections);
    refused(connections);
    proxy.pass();
    alterRole("NOLOGIN");
    refused(connections);
    alterRole("LOGIN CONNECTION LIMIT 0");
    refused(connections);
    alterRole("CONNECTION LIMIT -1");
    execute("ALTER DATABASE %1$s RENAME TO %1$s_elsewhere".formatted(name));
    refused(connections);
    execute("ALTER DATABASE %1$s_elsewhere RENAME TO %1$s".formatted(name));
    alterRole("SET default_transaction_read_only = on");
    refused(connections);
    alterRole("RESET default_transaction_read_only");
    connect(connections);
    connect(connections);

    assertThat(log.with(server))
        .containsExactly(
            server + " cannot be used: Connection refused",
            server
                + " cannot be used: it refuses the user, the password or the address of this node (28000)",
            server + " cannot be used: it has no connection left (53300)",
            server + " cannot be used: database \"…\" does not exist",
            server + " cannot be used: it is a standby or read-only",
            server + " is used again");
  }

  @Test
  void an_address_that_the_driver_does_not_understand_is_not_repeated() {
    String address = "jdbc:postgresql://127.0.0.1:port/latchkey?user=u&password=hush";

    assertThat(failure(new PrimaryConnections(address, new Properties())))
        .endsWith("its address is not understood")
        .doesNotContain("hush");
  }

  private void refused(PrimaryConnections connections) {
    assertThat(failure(connections))
        .startsWith(server + " cannot be used: ")
        .doesNotContain(name, "hush");
  }

  private static String failure(PrimaryConnections connections) {
    return String.valueOf(catchThrowable(connections::getConnection).getMessage());
  }

  private static void connect(PrimaryConnections connections) throws SQLException {
    connections.getConnection().close();
  }

  private void alterRole(String change) throws SQLException {
    execute("ALTER ROLE " + name + " " + change);
  }

  private void execute(String... statements) throws SQLException {
    String administration = url.replace("/" + name + "?", "/postgres?");
    try (Connection connection = DriverManager.getConnection(administration);
        var running = connection.createStatement()) {
      for (String statement : statements) {
        running.execute(statement);
      }
    }
  }
}
