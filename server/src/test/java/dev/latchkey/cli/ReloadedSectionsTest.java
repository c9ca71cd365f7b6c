package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.RawConnection;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each section of the configuration has its effect after a hangup, and none before it. */
class ReloadedSectionsTest {
  private static final String BEFORE = "waits: {head_seconds: 600, idle_seconds: 3600}\n";

  private static final String AFTER =
      """
      trusted_proxies: [127.0.0.1]
      gateways: [127.0.0.1]
      platform_version: 6.2.9
      drain_seconds: 1
      limits: {child_tokens: 5, device_requests_per_minute: 1, unfinished_external_per_minute: 1}
      rules: {device_flow: typed}
      waits: {head_seconds: 600, idle_seconds: 1}
      connections: {by_address: 8}
      public_clients: {registration: on}
      management_api: on
      mail: {host: localhost, port: 9, tls: none, from: latchkey@example.com}
      scopes:
        - {name: "read:directory:users"}
        - {name: "read:new:thing"}
      upstreams: {things: {addresses: ["http://127.0.0.1:9"]}}
      routes: [{methods: [GET], path: /things, scopes: ["read:new:thing"], upstream: things}]
      resources: [{path: /things, name: Things}]
      """;

  private static final String CHECK = "/oauth2/check";
  private static final String METADATA = "/.well-known/oauth-authorization-server";
  private static final String RESOURCE = "/.well-known/oauth-protected-resource/openapi/v2/things";

  private final Path data = Latchkey.temporaryDirectory();
  private final Path file = data.resolve("latchkey.yaml");
  private final Path accessLog = data.resolve("access.log");
  private final DatagramSocket syslog = syslog();
  private Person administrator;
  private App app;
  private String token = "";
  private Program server;
  private String url = "";

  @BeforeEach
  void start() throws IOException {
    try (Latchkey latchkey = Latchkey.start(ConfigFile.defaults().in(data).onPort(0))) {
      administrator = latchkey.administrator();
      Scopes scopes = Scopes.parse("read:directory:users");
      app =
          latchkey.app(
              administrator, "https://app.example/callback", Credential.Option.DEVICE_FLOW);
      token = latchkey.machine(administrator, Optional.empty(), scopes).token();
    }
    Files.writeString(file, BEFORE);
    server =
        Program.start(
            "serve", "--data", data.toString(), "--config", file.toString(), "--port", "0");
    url = server.url();
  }

  @AfterEach
  void stop() {
    server.close();
    syslog.close();
  }

  @Test
  void every_section_that_can_change_does() throws IOException {
    RawConnection openBefore = RawConnection.to(URI.create(url).getPort());
    Browser browser = new Browser(url).signIn(administrator);
    assertThat(browser.get("/organization/credentials/new").status()).isEqualTo(200);
    assertThat(get(METADATA).body())
        .doesNotContain("device_code", "token-exchange", "registration_endpoint");
    assertThat(get(RESOURCE).status()).isEqualTo(404);
    assertThat(get("/forgot-password").status()).isEqualTo(404);
    assertThat(get("/api/v1/users").status()).isEqualTo(404);
    assertThat(get("/openapi/v2/things").status()).isEqualTo(404);
    assertThat(get("/sign-in").body()).doesNotContain("Corporate");
    assertThat(check().header("Latchkey-Assertion")).isEmpty();

    Files.writeString(file, AFTER + services());
    server.hangUp();
    Poll.until(() -> server.out().contains("the configuration is active"), "the new settings");

    assertThat(server.out()).doesNotContain("need a restart");
    assertThat(get(METADATA).body())
        .contains("device_code", "token-exchange", "registration_endpoint");
    assertThat(get(RESOURCE).body()).contains("Things", "read:new:thing");
    assertThat(get("/forgot-password").status()).isEqualTo(200);
    assertThat(get("/api/v1/users").status()).isEqualTo(403);
    assertThat(get("/openapi/v2/things").header("WWW-Authenticate")).contains("read:new:thing");
    assertThat(get("/sign-in").body()).contains("Corporate", "Acme");
    assertThat(check().has("Latchkey-Assertion")).isTrue();
    Answer refused = browser.get("/organization/credentials/new");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).contains("6.2.9");
    assertRecorded();
    assertBegunOnceOnly();
    assertConnectionsAreLimited(openBefore);

    server.signal("TERM");
    Poll.until(() -> server.err().contains("drains for 1 seconds"), "the drain");
  }

  /** By the access log, with the address from a trusted proxy, and by the syslog server. */
  private void assertRecorded() throws IOException {
    assertThat(get("/sign-in", "X-Forwarded-For", "203.0.113.9").header("X-Request-Id"))
        .isNotEmpty();
    Poll.until(() -> text(accessLog).contains("203.0.113.9"), "a line of the access log");
    var other = new Browser(url);
    other.submit(other.get("/sign-in"), "email", administrator.email(), "password", "not this one");
    var packet = new DatagramPacket(new byte[4_096], 4_096);
    syslog.receive(packet);
    assertThat(new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8))
        .contains("latchkey");
  }

  /** The usual limits allow many devices and sign-ins with a provider. */
  private void assertBegunOnceOnly() {
    String device = url + "/oauth2/device_authorization";
    Map<String, String> client = Map.of("client_id", app.id());
    assertThat(Http.here().form(device, client).status()).isEqualTo(200);
    assertThat(Http.here().form(device, client).status()).isEqualTo(429);
    var browser = new Browser(url);
    Map<String, String> form = Browser.hidden(browser.get("/sign-in"));
    assertThat(browser.post("/sign-in/with/corporate", form).status()).isNotEqualTo(429);
    assertThat(browser.post("/sign-in/with/corporate", form).status()).isEqualTo(429);
  }

  /** A connection that was open keeps its timeouts, but its requests have the new answers. */
  private void assertConnectionsAreLimited(RawConnection openBefore) {
    int port = URI.create(url).getPort();
    String request = "GET /forgot-password HTTP/1.1\r\nHost: localhost:" + port + "\r\n\r\n";
    assertThat(openBefore.send(request).answer().status()).isEqualTo(200);
    try (RawConnection idle = RawConnection.to(port)) {
      assertThat(idle.send(request).answer().status()).isEqualTo(200);
      assertThat(idle.rest()).isEmpty();
    }
    var open = new ArrayList<RawConnection>();
    for (int i = 0; i < 9; i++) {
      open.add(RawConnection.from("127.0.0.2", port));
    }
    assertThat(firstEnd(open)).isEqualTo("");
    assertThat(openBefore.send(request).answer().status()).isEqualTo(200);
    openBefore.close();
  }

  /** Two event loops count them side by side, so any of the nine may be the one too many. */
  private static Object firstEnd(List<RawConnection> open) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletableFuture<?>[] ends =
          open.stream()
              .map(one -> CompletableFuture.supplyAsync(one::rest, threads))
              .toArray(CompletableFuture<?>[]::new);
      Object first = CompletableFuture.anyOf(ends).join();
      open.forEach(RawConnection::close);
      return first;
    }
  }

  @Test
  void the_report_names_exactly_the_keys_that_wait_for_a_restart() throws IOException {
    var tls = Certificate.make().files();
    Files.writeString(
        file,
        """
        base_url: https://id.example.com
        listen: 127.0.0.2
        port: 8391
        tls: {certificate: '%1$s', key: '%2$s'}
        unix_socket: '%3$s/socket'
        metrics_listen: 127.0.0.1:9464
        data: '%3$s/elsewhere'
        database: jdbc:postgresql://localhost/nowhere
        database_wait_seconds: 3
        key_file: '%3$s/elsewhere.key'
        library_directory: '%3$s'
        limits: {session_hours: 12, memory_megabytes: 64}
        """
            .formatted(tls.certificate(), tls.key(), data));
    server.hangUp();
    Poll.until(() -> server.out().contains("need a restart"), "the report");

    assertThat(reported("these changes need a restart: "))
        .containsExactlyInAnyOrder(
            "base_url",
            "listen",
            "port",
            "tls.certificate",
            "tls.key",
            "unix_socket",
            "metrics_listen",
            "data",
            "database",
            "database_wait_seconds",
            "key_file",
            "library_directory",
            "limits.memory_megabytes");
    assertThat(reported("the configuration is active, changed: "))
        .containsExactlyInAnyOrder(
            "limits.session_hours", "waits.head_seconds", "waits.idle_seconds");
    assertThat(get("/sign-in").status()).isEqualTo(200);
  }

  private List<String> reported(String start) {
    return server
        .out()
        .lines()
        .filter(line -> line.contains(start))
        .map(line -> line.substring(line.indexOf(start) + start.length()))
        .map(names -> List.of(names.split("\"", 2)[0].split(", ")))
        .findFirst()
        .orElseThrow();
  }

  /** The sections that name files and ports of this test. */
  private String services() throws IOException {
    Path secret = Files.writeString(data.resolve("secret"), "secret");
    return """
    brand: {name: Acme}
    audit: {days: 30}
    audit_syslog: udp://127.0.0.1:%d
    observe: {request_ids: on, access_log: '%s'}
    sign_in:
      corporate:
        {issuer: "http://localhost:9", title: Corporate, client_id: latchkey, client_secret_file: '%s'}
    """
        .formatted(syslog.getLocalPort(), accessLog, secret);
  }

  private Answer check() {
    return get(
        CHECK, "X-Original-Method", "GET", "X-Original-URI", "/openapi/v2/directory/users/me");
  }

  private Answer get(String path, String... headers) {
    var all = new ArrayList<>(List.of("Authorization", "Bearer " + token));
    all.addAll(List.of(headers));
    return Http.here().get(url + path, all.toArray(String[]::new));
  }

  private static String text(Path log) {
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private static DatagramSocket syslog() {
    try {
      var socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
      socket.setSoTimeout(Math.toIntExact(Http.PATIENCE.toMillis()));
      return socket;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
