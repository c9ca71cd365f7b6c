package dev.latchkey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.program.Haproxy;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.host.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every health check that a page gives to HAProxy, where it matters: the published address is
 * https, HAProxy is a trusted proxy, and the database stops. It waits most of the time, so it comes
 * early, but not while the longest classes begin and keep a health check waiting.
 */
@Order(3)
class HaproxyChecksTest {
  private static final Pattern SERVER = Pattern.compile("(?m)^ +server (\\w+) (\\S+):80\\d\\d");
  private static final Pattern CHECKS =
      Pattern.compile("default-server inter (?<inter>\\d+)s fall (?<fall>\\d+) ");
  private static final String BIND = "bind :\\d+ ssl crt \\S+";
  private static final String WITHOUT_FRONTEND =
      """
      defaults
          mode http
          timeout connect 5s
          timeout client 60s
          timeout server 60s
      frontend published
          bind :443 ssl crt /etc/haproxy/id.example.com.pem
          http-request set-header X-Forwarded-Proto https
          default_backend latchkey
      """;

  private final int port = FreePort.pick();
  private final Certificate certificate = Certificate.make();

  static Stream<String> checks() {
    return Document.all().stream()
        .flatMap(document -> document.blocks().stream())
        .filter(block -> block.language().equals("haproxy"))
        .map(Document.Block::text)
        .filter(text -> text.contains("option httpchk "));
  }

  @ParameterizedTest
  @MethodSource("checks")
  void a_node_gets_requests_exactly_while_its_database_can_be_reached(String written)
      throws IOException {
    Path data = Latchkey.temporaryDirectory().resolve("pg");
    EmbeddedPostgres database =
        Postgres.quiet().setDataDirectory(data).setCleanDataDirectory(false).start();
    int databasePort = database.getPort();
    try (Latchkey latchkey = Latchkey.start(settings(Postgres.freshDatabase(database)));
        Haproxy haproxy = Haproxy.start(port, here(written, latchkey.port()))) {
      Poll.until(() -> all(written, haproxy, "UP"), "every node is up at first");
      assertEverythingWorks(latchkey);

      database.close();

      Poll.until(() -> all(written, haproxy, "DOWN"), "every node is down");
      Answer none = health();
      assertThat(none.status()).isEqualTo(503);
      assertThat(none.json().path("error").asString()).isEqualTo("temporarily_unavailable");
      assertThat(none.header("Retry-After")).isEqualTo("2");

      database =
          Postgres.quiet()
              .setDataDirectory(data)
              .setCleanDataDirectory(false)
              .setPort(databasePort)
              .start();
      Poll.until(() -> all(written, haproxy, "UP"), "every node is up");
      assertThat(health().status()).isEqualTo(200);
    } finally {
      database.close();
    }
  }

  /** Otherwise a node that is restarted ends while it still gets requests. */
  @ParameterizedTest
  @MethodSource("checks")
  void a_node_drains_for_longer_than_its_checks_take_to_fail(String written) {
    Matcher checks = CHECKS.matcher(written);
    assertThat(checks.find()).isTrue();
    Duration untilDown =
        Duration.ofSeconds(
            Long.parseLong(checks.group("inter")) * Long.parseLong(checks.group("fall")));

    assertThat(settings("jdbc:postgresql://127.0.0.1:1/latchkey").drain()).isGreaterThan(untilDown);
  }

  private Settings settings(String database) {
    String more = "base_url: %s\ntrusted_proxies: [127.0.0.1]\n".formatted(url());
    Settings settings = Latchkey.settings(Store.SQLITE).on(Optional.of(database));
    return Issues.behind(settings, "http://127.0.0.1:1", more);
  }

  /** What is written, with the addresses and the certificate of this test. */
  private String here(String written, int node) throws IOException {
    Path files = Latchkey.temporaryDirectory();
    Path pair = files.resolve("pair.pem");
    certificate.writeCertificate(pair);
    certificate.writeKey(files.resolve("key.pem"));
    Files.writeString(pair, Files.readString(pair) + Files.readString(files.resolve("key.pem")));
    String whole = written.contains("frontend ") ? written : WITHOUT_FRONTEND + written;
    return SERVER
        .matcher(whole)
        .replaceAll("    server $1 127.0.0.1:" + node)
        .replaceFirst(BIND, "bind 127.0.0.1:" + port + " ssl crt " + pair)
        .replace("127.0.0.1:8404", "127.0.0.1:" + FreePort.pick());
  }

  private static boolean all(String written, Haproxy haproxy, String state) {
    List<String> servers = SERVER.matcher(written).results().map(HaproxyChecksTest::name).toList();
    assertThat(servers).isNotEmpty();
    return servers.stream().allMatch(server -> haproxy.state(server).equals(state));
  }

  private static String name(MatchResult server) {
    return server.group(1);
  }

  private void assertEverythingWorks(Latchkey latchkey) {
    App app = latchkey.app().at(url()).by(client());
    Tokens tokens = app.tokens(new Browser(url(), client()).signIn(latchkey.person()));
    assertThat(app.inspect(tokens.access()).json().path("active").booleanValue()).isTrue();
  }

  private Answer health() {
    return client().get(url() + "/health/ready");
  }

  private Http client() {
    return Http.trusting(certificate, HttpClient.Version.HTTP_1_1);
  }

  private String url() {
    return "https://localhost:" + port;
  }
}
