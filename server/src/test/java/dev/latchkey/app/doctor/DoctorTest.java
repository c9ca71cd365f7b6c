package dev.latchkey.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.latchkey.app.config.Settings;
import dev.latchkey.app.config.TrustedSources;
import dev.latchkey.app.doctor.Finding.Level;
import dev.latchkey.app.keyfile.FileKey;
import dev.latchkey.app.keyfile.KeyFile;
import dev.latchkey.cli.Command;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.event.TestWebhook;
import dev.latchkey.harness.store.ChangingSessions;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.model.time.ClockAndRandom;
import dev.latchkey.model.time.SynchronizedClock;
import dev.latchkey.storage.inspect.StoreInspection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each finding of the doctor, provoked in a real installation. */
class DoctorTest {
  private static final Doctor.Depth USUAL = new Doctor.Depth(false, 0);

  @ParameterizedTest
  @EachStore
  void a_healthy_installation_has_no_error_with_its_server_and_without(Store store) {
    Settings settings = Latchkey.settings(store);
    try (Latchkey latchkey = Latchkey.start(settings)) {
      Settings running = settings.onPort(latchkey.port());

      assertThat(errors(running)).isEmpty();
      assertThat(findings(running))
          .anyMatch(each -> each.text().contains("it is ready"))
          .anyMatch(each -> each.text().contains("opens every signing key of the store (1)"))
          .anyMatch(each -> each.text().contains("schema "));
    }
    assertThat(errors(settings)).isEmpty();
  }

  /** The server of the tests runs without fsync, which the doctor finds; ServerSettings has it. */
  private static List<Finding> errors(Settings settings) {
    return findings(settings).stream()
        .filter(each -> each.level() == Level.ERROR)
        .filter(each -> !each.text().contains("after a power failure"))
        .toList();
  }

  @Test
  void files_that_others_may_read_are_found() throws IOException {
    Settings settings = stopped();
    Path data = settings.store().data();
    setMode(data, "rwxr-xr-x");
    setMode(data.resolve("latchkey.db"), "rw-r--r--");
    setMode(data.resolve("latchkey.key"), "rw-r-----");

    assertFound(settings, Level.WARNING, "files", "may look into", "chmod 700 ");
    assertFound(settings, Level.ERROR, "files", "latchkey.db (mode", "chmod 600 ");
    assertFound(settings, Level.ERROR, "files", "latchkey.key (mode", "chmod 600 ");

    setMode(data.resolve("latchkey.key"), "r--r-----");
    assertFound(settings, Level.WARNING, "files", "may read", "as in a container");
  }

  @Test
  void a_file_of_another_user_is_found() throws IOException {
    assumeTrue(System.getProperty("user.name").equals("root"));
    Settings settings = stopped();
    Path file = settings.store().data().resolve("latchkey.db");
    Files.setOwner(
        file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

    assertFound(settings, Level.ERROR, "files", "belongs to nobody", "chown root ");
  }

  @Test
  void a_missing_directory_a_full_disk_and_too_few_files_are_found() {
    Settings settings = stopped();
    Settings elsewhere = settings.in(Path.of("/nowhere/data"));

    assertFound(elsewhere, Level.ERROR, "files", "does not exist", "--data");
    assertThat(elsewhere.store().data()).doesNotExist();
    assertThat(FileExamination.openFiles(16_384, OptionalLong.of(1_024)))
        .singleElement()
        .matches(each -> each.text().contains("needs 16896"))
        .matches(each -> each.fix().contains("LimitNOFILE=16896"));
    var strict = new Doctor(settings, real(), new Doctor.Depth(true, 1L << 40));
    assertThat(strict.examine())
        .anyMatch(each -> each.level() == Level.WARNING && each.text().contains("MB are free"));
  }

  @ParameterizedTest
  @EachStore
  void a_key_file_that_is_missing_damaged_wrong_or_in_rotation_is_found(Store store)
      throws IOException {
    Settings settings = stopped(store);
    Path file = settings.store().data().resolve("latchkey.key");
    KeyFile.of(settings).change(keys -> keys.prepared(FileKey.draw(new SecureRandom())));
    assertFound(settings, Level.WARNING, "key file", "not finished", "latchkey key status");
    Files.write(file, new byte[32]);
    assertFound(settings, Level.ERROR, "key file", "does not decrypt", "backup");
    Files.write(file, new byte[31]);
    assertFound(settings, Level.ERROR, "key file", "does not have 32 bytes", "backup");
    Files.delete(file);
    assertFound(settings, Level.ERROR, "key file", "is missing", "backup");
  }

  @Test
  void a_store_that_is_missing_damaged_or_no_store_is_found() throws IOException {
    Settings settings = stopped();
    Path file = settings.store().data().resolve("latchkey.db");
    byte[] whole = Files.readAllBytes(file);
    byte[] damaged = whole.clone();
    Arrays.fill(damaged, whole.length / 2, whole.length / 2 + 8_192, (byte) 0x5a);
    Files.write(file, damaged);
    assertFound(settings, Level.ERROR, "store", "", "latchkey restore");
    Files.write(file, new byte[8_192]);
    assertFound(settings, Level.ERROR, "store", "cannot be read", "latchkey restore");
    Files.delete(file);
    assertFound(settings, Level.WARNING, "store", "there is no store", "latchkey serve");
    assertThat(file).doesNotExist();
  }

  @ParameterizedTest
  @EachStore
  void a_store_of_another_version_is_found(Store store) throws SQLException {
    Settings settings = stopped(store);
    setVersion(settings, 27, 27);
    assertFound(settings, Level.WARNING, "store", "schema version 27", "start this program");
    setVersion(settings, 99, 27);
    assertFound(settings, Level.WARNING, "store", "schema version 99", "upgrade this node");
    setVersion(settings, 99, 99);
    assertFound(settings, Level.ERROR, "store", "schema version 99", "the newer program");
    setVersion(settings, 3, 3);
    assertFound(settings, Level.ERROR, "store", "schema version 3", "empty store");
  }

  @ParameterizedTest
  @EachStore
  void the_key_file_of_an_older_store_is_examined(Store store) throws SQLException, IOException {
    Settings settings = stopped(store);
    setVersion(settings, 27, 27);
    assertFound(settings, Level.OK, "key file", "opens every signing key of the store (1)", "");
    Files.delete(settings.store().data().resolve("latchkey.key"));
    assertFound(settings, Level.ERROR, "key file", "missing", "put back the copy");
  }

  @ParameterizedTest
  @EachStore
  void lines_without_a_seal_and_deliveries_that_wait_are_found(Store store) {
    Settings settings = Latchkey.settings(store);
    try (Latchkey latchkey = Latchkey.start(settings)) {
      String webhook = TestWebhook.of(latchkey, Optional.empty()).value();
      var installation = latchkey.installation();
      installation.webhookActs().sendTest().by(installation.operator(), webhook);
    }
    assertThat(findings(settings)).noneMatch(each -> each.text().contains("seal"));
    var later =
        new ClockAndRandom(
            new SynchronizedClock(
                InstantSource.offset(InstantSource.system(), Duration.ofHours(2))),
            new SecureRandom());
    assertThat(new Doctor(settings, later, USUAL).examine())
        .filteredOn(each -> each.level() == Level.WARNING && each.area().equals("store"))
        .anyMatch(each -> each.text().contains("have no seal"))
        .anyMatch(each -> each.text().contains("deliveries to webhooks wait: 1,"));
  }

  private static void setVersion(Settings settings, int version, int oldest) throws SQLException {
    String url =
        settings
            .store()
            .database()
            .orElseGet(() -> "jdbc:sqlite:" + settings.store().data().resolve("latchkey.db"));
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.executeUpdate(
          "UPDATE schema_version SET complete_version = %1$d, oldest_program = %2$d"
              .formatted(version, oldest));
    }
  }

  @Test
  void an_empty_database_and_one_that_cannot_be_reached_are_found() {
    Settings settings = Latchkey.settings(Store.SQLITE).on(Optional.of(Postgres.freshDatabase()));
    assertFound(settings, Level.WARNING, "store", "the store is empty", "latchkey serve");
    Settings silent =
        settings.on(Optional.of("jdbc:postgresql://127.0.0.1:1/x?user=u&password=hush"));
    assertFound(silent, Level.ERROR, "store", "refused", "check that PostgreSQL runs");
    assertThat(findings(silent).toString()).doesNotContain("hush");
  }

  @ParameterizedTest
  @CsvSource({
    "server_version_num, 120005, too old, PostgreSQL 13",
    "fsync, off, fsync is off, ALTER SYSTEM SET fsync",
    "full_page_writes, off, full_page_writes is off, ALTER SYSTEM SET full_page_writes",
    "synchronous_commit, off, synchronous_commit is off, ALTER ROLE",
    "synchronous_commit, local, synchronous_commit is local, ALTER ROLE",
    "synchronous_commit, remote_write, synchronous_commit is remote_write, ALTER ROLE",
    "server_encoding, SQL_ASCII, the encoding SQL_ASCII, UTF8",
    "max_connections, 20, max_connections is 20, at least 25"
  })
  void settings_of_a_server_that_break_promises_are_found(
      String name, String value, String text, String fix) {
    var values = new HashMap<>(Map.of("server_version_num", "150004"));
    values.put(name, value);
    assertThat(ofServer(values, "jdbc:postgresql://localhost/x", false))
        .singleElement()
        .satisfies(found -> {
          assertThat(found.text()).contains(text);
          assertThat(found.fix()).contains(fix);
        });
  }

  @Test
  void a_standby_and_a_server_that_is_not_verified_are_found() {
    Map<String, String> usual = Map.of("server_version_num", "180000");
    String away = "jdbc:postgresql://db.example/x?user=u&password=hush";
    assertThat(ofServer(usual, "jdbc:postgresql://127.0.0.1:5432/x", false)).isEmpty();
    assertThat(ofServer(usual, away + "&sslmode=verify-full", false)).isEmpty();
    assertThat(ofServer(usual, away, true))
        .extracting(Finding::level)
        .containsExactly(Level.ERROR, Level.WARNING);
  }

  @Test
  void several_servers_without_a_synchronous_standby_are_found() {
    Map<String, String> usual = Map.of("server_version_num", "180000");
    String several = "jdbc:postgresql://a.example:5432,b.example/x?sslmode=verify-full";
    assertThat(ofServer(usual, several, false))
        .singleElement()
        .satisfies(found -> {
          assertThat(found.text()).startsWith("no standby is synchronous");
          assertThat(found.fix()).contains("synchronous_standby_names");
        });
    var synchronous = new HashMap<>(usual);
    synchronous.put("synchronous_standby_names", "ANY 1 (b)");
    assertThat(ofServer(synchronous, several, false)).isEmpty();
  }

  @Test
  void a_pooler_that_gives_each_transaction_another_session_is_found() {
    String url = Postgres.freshDatabase();
    assertThat(StoreInspection.isSessionKept(url)).isTrue();
    boolean isKept = StoreInspection.isSessionKept(ChangingSessions.to(url));
    var found = new Findings("store");
    new ServerSettings(Map.of("server_version_num", "180000"), url, false, isKept).examine(found);

    assertThat(found.all())
        .singleElement()
        .matches(each -> isError(each, "store", "behind a pooler"))
        .matches(each -> each.fix().contains("pool_mode = session"));
  }

  private static List<Finding> ofServer(Map<String, String> values, String url, boolean isStandby) {
    var found = new Findings("store");
    new ServerSettings(values, url, isStandby, true).examine(found);
    return found.all();
  }

  @ParameterizedTest
  @EachStore
  void a_clock_that_is_behind_the_store_is_found(Store store) {
    Settings settings = stopped(store);
    Instant now = Instant.now();
    assertThat(at(settings, now.minus(Duration.ofHours(1))))
        .anyMatch(each -> isError(each, "clock", "the newest entry"));
    assertThat(at(settings, Instant.parse("1970-01-02T00:00:00Z")))
        .anyMatch(each -> isError(each, "clock", "before this program was made"));
    if (store == Store.POSTGRESQL) {
      assertThat(at(settings, now.plus(Duration.ofMinutes(1))))
          .anyMatch(each -> isError(each, "clock", "differs from that of the database"));
    }
  }

  private static List<Finding> at(Settings settings, Instant now) {
    var clock = new SynchronizedClock(() -> now);
    return new Doctor(settings, new ClockAndRandom(clock, new SecureRandom()), USUAL).examine();
  }

  private static boolean isError(Finding found, String area, String text) {
    return found.level() == Level.ERROR && found.area().equals(area) && found.text().contains(text);
  }

  @Test
  void proxies_that_cannot_work_or_are_too_many_are_found() {
    Settings proxied = stopped().publishedAs("https://latchkey.invalid");
    Settings open = proxied.with(proxied.listening().onHost("0.0.0.0"));
    assertFound(open, Level.ERROR, "proxies", "403 insecure_transport", "trusted_proxies");
    assertFound(proxied, Level.WARNING, "proxies", "share one address", "[127.0.0.1]");
    for (String wide : List.of("0.0.0.0/0", "::/0", "10.0.0.0/7")) {
      Settings trusting = proxied.with(TrustedSources.trusting(wide));
      assertFound(trusting, Level.ERROR, "proxies", wide, "list only");
    }
    Settings socket =
        proxied
            .with(TrustedSources.trusting("127.0.0.1"))
            .with(proxied.listening().onUnixSocket(Path.of("/tmp/latchkey.sock")));
    assertFound(socket, Level.WARNING, "proxies", "unix_socket", "add unix");
    assertFound(proxied, Level.WARNING, "base_url", "does not answer", "start the service");
  }

  @Test
  void a_certificate_of_an_unknown_authority_is_named() {
    Certificate own = Certificate.make();
    try (Latchkey latchkey = Latchkey.start(Store.SQLITE, plain -> plain.with(own.files()))) {
      Settings here = stopped().publishedAs("https://localhost:" + latchkey.port());
      assertFound(here, Level.WARNING, "base_url", "certification path", "curl --cacert");
    }
  }

  @Test
  void a_node_that_is_not_ready_and_an_address_that_leads_elsewhere_are_found() {
    Settings settings = Latchkey.settings(Store.SQLITE);
    try (Latchkey latchkey = Latchkey.start(settings);
        Upstream other =
            Upstream.that(call ->
                call.out()
                    .write(
                        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
                            .getBytes(StandardCharsets.US_ASCII)))) {
      Settings running = settings.onPort(latchkey.port());
      Settings right = running.publishedAs(latchkey.url());
      assertFound(right, Level.OK, "base_url", "is this service", "");
      Settings wrong = running.publishedAs(other.address());
      assertFound(wrong, Level.ERROR, "base_url", "not as this service", "proxy");
      Settings silent = running.publishedAs("http://localhost:1");
      assertFound(silent, Level.ERROR, "base_url", "does not answer", "DNS");

      latchkey.wiring().drain();
      assertFound(running, Level.ERROR, "running node", "it was asked to stop", "its log");
    }
    Settings monitored =
        settings.with(settings.listening().withMetricsAt(ListenAt.plain("127.0.0.1", 1)));
    assertFound(monitored, Level.NOTE, "running node", "no node answers", "");
  }

  @Test
  void the_port_of_a_node_can_be_named() {
    Settings settings = Latchkey.settings(Store.SQLITE);
    String data = settings.store().data().toString();
    try (Latchkey latchkey = Latchkey.start(settings)) {
      String port = String.valueOf(latchkey.port());
      assertThat(run(0, "doctor", "--data", data, "--port", port))
          .containsPattern("ok +running node +it is ready");
    }
    assertThat(run(0, "doctor", "--data", data, "--port", "1"))
        .containsPattern("note +running node +no node answers at http://127.0.0.1:1[.].*--port");
  }

  @Test
  void services_that_cannot_be_reached_are_found() throws IOException {
    try (Upstream noMail = Upstream.that(call -> {});
        Upstream noProvider =
            Upstream.that(call ->
                call.out()
                    .write(
                        "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII)))) {
      String port = noMail.address().replaceFirst(".*:", "");
      Path secret = Files.writeString(Latchkey.temporaryDirectory().resolve("s"), "hush");
      String configuration =
          """
          upstreams: {up: {addresses: ['%s', 'http://127.0.0.1:1']}}
          routes: [{methods: [GET], path: /p, scopes: [read:issue:info], upstream: up}]
          sign_in:
            silent: {issuer: 'http://127.0.0.1:1', client_id: x, client_secret_file: %s}
            other: {issuer: '%s', client_id: x, client_secret_file: %s}
          mail: {host: localhost, port: 1, starttls: false, from: a@example.com}
          """
              .formatted(noMail.address(), secret, noProvider.address(), secret);

      String out = doctor(configuration, 1);
      assertThat(out)
          .contains("up: port " + port + " accepts connections")
          .contains("up: http://127.0.0.1:1 cannot be reached")
          .contains("silent cannot be reached", "other answers 404")
          .contains("localhost:1 cannot be reached")
          .doesNotContain("hush");
    }
  }

  @Test
  void a_mail_server_that_is_none_is_found() throws IOException {
    String mail = "mail: {host: localhost, port: %d, starttls: false, from: a@example.com}";
    assertThat(greetedWith("HTTP", port -> doctor(mail.formatted(port), 1)))
        .contains("does not answer like a mail server");
    assertThat(greetedWith("220 mail", port -> doctor(mail.formatted(port), 0)))
        .contains("answers");
  }

  private static String greetedWith(String text, IntFunction<String> test) throws IOException {
    try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.startVirtualThread(() -> greet(listener, text));
      return test.apply(listener.getLocalPort());
    }
  }

  private static void greet(ServerSocket listener, String text) {
    try (Socket socket = listener.accept()) {
      socket.getOutputStream().write((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
    } catch (IOException ended) {
      throw new AssertionError(ended);
    }
  }

  @Test
  void a_wrong_configuration_is_an_error_with_its_line() {
    assertThat(doctor("limits: {code_seconds: 1}", 1)).contains("code_seconds", "fix: correct");
  }

  @Test
  void with_json_the_findings_are_one_document() {
    Settings settings = stopped();
    String out =
        run(
            0,
            "doctor",
            "--json",
            "--data",
            settings.store().data().toString(),
            "--config",
            port0());

    var document = Json.parse(out).orElseThrow();
    assertThat(document.path("total").asInt()).isEqualTo(document.path("findings").size());
    assertThat(document.path("findings"))
        .isNotEmpty()
        .allSatisfy(finding -> {
          assertThat(finding.path("level").asString()).isIn("ok", "note", "warning", "error");
          assertThat(finding.path("area").asString()).isNotEmpty();
          assertThat(finding.path("text").asString()).isNotEmpty();
        });
  }

  private static String port0() {
    try {
      Path file = Latchkey.temporaryDirectory().resolve("latchkey.yaml");
      return Files.writeString(file, "port: 0\n").toString();
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private static String doctor(String configuration, int exitCode) {
    try {
      Path file = Latchkey.temporaryDirectory().resolve("latchkey.yaml");
      Files.writeString(file, configuration + "\nport: 0\n");
      String data = stopped().store().data().toString();
      return run(exitCode, "doctor", "--data", data, "--config", file.toString());
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private static String run(int exitCode, String... arguments) {
    Command run = Command.run(arguments);
    assertThat(run.exitCode()).as(run.out()).isEqualTo(exitCode);
    return run.out();
  }

  private static Settings stopped() {
    return stopped(Store.SQLITE);
  }

  private static Settings stopped(Store store) {
    Settings settings = Latchkey.settings(store);
    Latchkey.start(settings).close();
    return settings;
  }

  private static void setMode(Path file, String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  private static ClockAndRandom real() {
    return new ClockAndRandom(new SynchronizedClock(InstantSource.system()), new SecureRandom());
  }

  private static List<Finding> findings(Settings settings) {
    return new Doctor(settings, real(), USUAL).examine();
  }

  private static void assertFound(
      Settings settings, Level level, String area, String text, String fix) {
    assertThat(findings(settings))
        .anyMatch(each ->
            each.level() == level
                && each.area().equals(area)
                && each.text().contains(text)
                && each.fix().contains(fix));
  }
}
