package dev.latchkey.edge.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.TrustedSources;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.netty.Server;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.RawConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What proxies and service managers are told about a process. */
class HealthTest {
  private static final String READY = "200 {\"status\":\"ready\"}";
  private static final String LIVE = "200 {\"status\":\"live\"}";

  @Test
  void a_process_is_ready_while_its_keys_can_be_read_and_until_it_drains() throws IOException {
    try (Latchkey latchkey =
            Latchkey.start(
                Store.SQLITE,
                settings ->
                    settings.with(
                        settings.listening().withMetricsAt(ListenAt.plain(ListenAt.LOOPBACK, 0))));
        Server admin = latchkey.wiring().serveMetrics().orElseThrow()) {
      for (int port : new int[] {latchkey.port(), admin.port()}) {
        assertThat(ask(port, "live")).isEqualTo(LIVE);
        assertThat(ask(port, "ready")).isEqualTo(READY);
      }

      Path key = latchkey.data().resolve("latchkey.key");
      Path elsewhere = latchkey.data().resolve("elsewhere");
      Files.move(key, elsewhere);
      await(latchkey, "503 {\"status\":\"keys_unreadable\"}");
      Files.move(elsewhere, key);
      await(latchkey, READY);

      latchkey.wiring().drain();
      for (int port : new int[] {latchkey.port(), admin.port()}) {
        assertThat(ask(port, "live")).isEqualTo(LIVE);
        assertThat(ask(port, "ready")).isEqualTo("503 {\"status\":\"draining\"}");
      }
    }
  }

  @Test
  void a_process_is_not_ready_while_it_cannot_reach_its_database() throws SQLException {
    try (Latchkey latchkey = Latchkey.start(Store.POSTGRESQL)) {
      String url = latchkey.settings().store().database().orElseThrow();
      String name = url.replaceFirst(".*/([a-z_0-9]+)\\?.*", "$1");
      String server = url.replace("/" + name, "/postgres");
      execute(server, "ALTER DATABASE " + name + " ALLOW_CONNECTIONS false");
      execute(
          server,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name + "'");

      await(latchkey, "503 {\"status\":\"store_unreachable\"}");
      assertThat(ask(latchkey.port(), "live")).isEqualTo(LIVE);

      execute(server, "ALTER DATABASE " + name + " ALLOW_CONNECTIONS true");
      await(latchkey, READY);
    }
  }

  /** A check knows no more than the address of the process, and comes without encryption. */
  @Test
  void a_check_may_use_any_host_and_plain_http() {
    try (Latchkey latchkey =
        Latchkey.start(
            Store.SQLITE,
            settings ->
                settings
                    .publishedAs("https://id.example.com")
                    .with(TrustedSources.trusting("127.0.0.1")))) {
      try (RawConnection check = RawConnection.to(latchkey.port())) {
        assertThat(
                check
                    .send("GET /health/ready HTTP/1.1\r\nHost: 10.1.2.3:8080\r\n\r\n")
                    .answer()
                    .status())
            .isEqualTo(200);
        assertThat(
                check
                    .send("GET /oauth2/jwks HTTP/1.1\r\nHost: 10.1.2.3:8080\r\n\r\n")
                    .answer()
                    .status())
            .isEqualTo(421);
      }
    }
  }

  private static void await(Latchkey latchkey, String answer) {
    Poll.until(() -> ask(latchkey.port(), "ready").equals(answer), answer);
  }

  private static String ask(int port, String what) {
    var answer = Http.here().get("http://localhost:" + port + "/health/" + what);
    return answer.status() + " " + answer.body();
  }

  private static void execute(String url, String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        var running = connection.createStatement()) {
      running.execute(statement);
    }
  }
}
