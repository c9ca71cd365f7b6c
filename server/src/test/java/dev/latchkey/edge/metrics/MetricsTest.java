package dev.latchkey.edge.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.netty.Server;
import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.RawConnection;
import dev.latchkey.host.Installed;
import dev.latchkey.model.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The metrics that monitoring reads, and the address at which it reads them. */
class MetricsTest {
  private Upstream upstream;
  private Latchkey latchkey;
  private Server metrics;
  private String token;

  @BeforeEach
  void start() {
    upstream =
        Upstream.that(call -> {
          if (call.head().contains("/half")) {
            call.answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
          }
          if (!call.head().contains("/whole")) {
            call.socket().close();
          }
          call.answerOk("ok");
        });
    latchkey =
        Latchkey.start(
            Store.SQLITE,
            settings -> Issues.behind(settings, upstream.address(), "metrics_port: 0\n"));
    metrics = latchkey.wiring().serveMetrics().orElseThrow();
    token = latchkey.machine(latchkey.person(), Optional.empty()).token();
  }

  @AfterEach
  void stop() {
    metrics.close();
    latchkey.close();
    upstream.close();
  }

  @Test
  void answers_are_counted_by_route_and_status() {
    call("/openapi/v2/issues/whole");
    call("/openapi/v2/issues/whole");
    call("/openapi/v2/nowhere");
    call("/oauth2/introspect");
    call("/oauth2/token");
    call("/invented/" + token);

    assertThat(answers("latchkey_answers_total", "/openapi/v2/**", 200)).isEqualTo(2);
    assertThat(answers("latchkey_answers_total", "/openapi/v2/**", 404)).isEqualTo(1);
    assertThat(answers("latchkey_answers_total", "/oauth2/introspect", 200)).isEqualTo(1);
    assertThat(answers("latchkey_answers_total", "/oauth2/token", 405)).isEqualTo(1);
    assertThat(answers("latchkey_answers_total", "none", 404)).isEqualTo(1);
    assertThat(read().body()).contains("jvm_memory_used_bytes").doesNotContain(token, "invented");
  }

  @Test
  void a_malformed_token_is_refused_without_asking_the_store() {
    String refresh = Secret.REFRESH.mint(latchkey.installation().random()).reveal();
    for (String garbage :
        List.of(
            token.substring(0, token.length() - 1),
            token + "0",
            "lk_at_" + token.substring(6),
            "lk_xx_" + token.substring(6),
            token.replace(token.charAt(10), '~'),
            refresh,
            "eyJhbGciOiJub25lIn0.e30.")) {
      assertThat(latchkey.isActive(garbage)).isFalse();
      assertThat(call("/openapi/v2/issues/whole", garbage).status()).isEqualTo(401);
    }
    assertThat(value("latchkey_store_lookups_total ")).isZero();

    assertThat(latchkey.isActive(token)).isTrue();
    assertThat(value("latchkey_store_lookups_total ")).isEqualTo(1);
  }

  @Test
  void a_call_that_a_service_failed_is_counted_for_that_service() {
    assertThat(call("/openapi/v2/issues/reset").status()).isEqualTo(502);
    assertThat(failures("broken")).isEqualTo(1);

    try {
      call("/openapi/v2/issues/half");
    } catch (UncheckedIOException incomplete) {
      // ForwardingTest checks what the caller sees.
    }
    Poll.until(() -> failures("broken") == 2, "the answer that was cut off");

    upstream.close();
    Poll.until(
        () -> call("/openapi/v2/issues/whole").status() == 502 && failures("unreachable") == 1,
        "a call that no service accepted");
  }

  @Test
  void answers_are_timed_by_route_and_services_by_name() {
    call("/openapi/v2/issues/whole");
    call("/openapi/v2/issues/whole");

    Poll.until(
        () -> value("latchkey_request_seconds_count{path=\"/openapi/v2/**\"} ") == 2,
        "two calls that were sent");
    assertThat(value("latchkey_upstream_seconds_count{upstream=\"issues\"} ")).isEqualTo(2);
    assertThat(value("latchkey_upstream_seconds_sum{upstream=\"issues\"} ")).isPositive();
    assertThat(value("latchkey_request_seconds_bucket{path=\"/openapi/v2/**\",le=\"+Inf\"} "))
        .isEqualTo(2);
  }

  @Test
  void the_work_of_the_store_is_counted_and_timed() {
    double reads = value("latchkey_store_read_seconds_count ");
    double writes = value("latchkey_store_writes_total ");

    latchkey.machine(latchkey.person(), Optional.empty());
    latchkey.isActive(token);
    latchkey.isActive(token);

    assertThat(value("latchkey_store_read_seconds_count ")).isGreaterThan(reads);
    assertThat(value("latchkey_store_writes_total ")).isGreaterThan(writes);
    assertThat(value("latchkey_store_commit_seconds_count ")).isPositive();
    assertThat(value("latchkey_store_connection_wait_seconds_count ")).isPositive();
    assertThat(value("latchkey_token_cache_hits_total ")).isPositive();
    assertThat(value("latchkey_token_cache_bytes ")).isPositive();
  }

  @Test
  void waits_for_a_password_hash_are_counted() {
    double before = value("latchkey_passwords_wait_seconds_count ");

    latchkey.browser().signIn(latchkey.person());

    assertThat(value("latchkey_passwords_wait_seconds_count ")).isGreaterThan(before);
    assertThat(value("latchkey_passwords_waiting ")).isZero();
  }

  @Test
  void promtool_finds_nothing_to_improve() throws IOException {
    call("/openapi/v2/issues/whole");
    call("/openapi/v2/issues/reset");
    Path text = Latchkey.temporaryDirectory().resolve("metrics");
    Files.writeString(text, read().body());

    assertThat(Installed.output("promtool", "prometheus", text, "check", "metrics")).isEmpty();
  }

  /** The first column of the table in the documentation, in both directions. */
  @Test
  void the_documentation_lists_every_metric() throws IOException {
    call("/openapi/v2/issues/whole");
    call("/openapi/v2/issues/reset");
    Set<String> served = names(Pattern.compile("(?m)^# TYPE (latchkey_\\w+)"), read().body());

    Set<String> listed =
        names(
            Pattern.compile("(?m)^\\| `(latchkey_\\w+)"),
            Files.readString(Checkout.file("docs/operate/watch.md")));

    assertThat(served).containsExactlyInAnyOrderElementsOf(listed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"grafana/latchkey.json", "prometheus/latchkey.rules.yml"})
  void dashboard_and_alerts_name_only_metrics_that_exist(String file) throws IOException {
    call("/openapi/v2/issues/whole");
    call("/openapi/v2/issues/reset");
    Poll.until(
        () -> value("latchkey_request_seconds_count{path=\"/openapi/v2/**\"} ") == 2,
        "two calls that were sent");
    Set<String> served = names(Pattern.compile("(?m)^([a-z]\\w+)[{ ]"), read().body());

    Set<String> named =
        names(
            Pattern.compile("\\b((?:latchkey|jvm|process)_\\w+)"),
            Files.readString(Checkout.file("examples/" + file)));

    assertThat(named).isNotEmpty().isSubsetOf(served);
  }

  @Test
  void promtool_accepts_the_alerts() {
    String rules = Checkout.file("examples/prometheus/latchkey.rules.yml").toString();

    assertThat(
            Installed.output(
                "promtool", "prometheus", "check", "rules", "--lint=all", "--lint-fatal", rules))
        .contains("SUCCESS")
        .doesNotContain("FAILED");
  }

  /** Every query of the dashboard is one that Prometheus can parse, as the rule of an alert. */
  @Test
  void promtool_accepts_the_queries_of_the_dashboard() throws IOException {
    String dashboard = Files.readString(Checkout.file("examples/grafana/latchkey.json"));
    List<String> queries =
        Json.parse(dashboard).orElseThrow().findValuesAsString("expr").stream()
            .map(query -> query.replace("$__rate_interval", "5m"))
            .toList();
    var rules = new StringBuilder("groups: [{name: dashboard, rules: [");
    queries.forEach(query ->
        rules
            .append("{record: 'query', expr: '")
            .append(query.replace("'", "''"))
            .append("', labels: {number: '")
            .append(queries.indexOf(query))
            .append("'}},"));
    Path file = Latchkey.temporaryDirectory().resolve("dashboard.yml");
    Files.writeString(file, rules.append("]}]"));

    assertThat(Installed.output("promtool", "prometheus", "check", "rules", file.toString()))
        .contains("SUCCESS: " + queries.size() + " rules found")
        .doesNotContain("FAILED");
  }

  private static Set<String> names(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toSet());
  }

  @Test
  void metrics_are_not_served_on_the_port_of_the_service() {
    assertThat(call("/metrics").status()).isEqualTo(404);
    Answer elsewhere = Http.here().get("http://localhost:" + metrics.port() + "/oauth2/jwks");
    assertThat(elsewhere.status()).isEqualTo(404);
  }

  @Test
  void metrics_are_read_from_other_machines_only_if_an_operator_says_so() {
    assertThat(statusForAnotherHost(metrics.port())).isEqualTo(421);

    Settings here = latchkey.settings();
    Settings everywhere = here.with(here.listening().withMetricsAt(ListenAt.plain("0.0.0.0", 0)));

    try (Latchkey other = Latchkey.start(everywhere.in(Latchkey.temporaryDirectory()));
        Server open = other.wiring().serveMetrics().orElseThrow()) {
      assertThat(statusForAnotherHost(open.port())).isEqualTo(200);
    }
  }

  private static int statusForAnotherHost(int port) {
    try (RawConnection scraper = RawConnection.to(port)) {
      return scraper
          .send("GET /metrics HTTP/1.1\r\nHost: node-a.example:9464\r\n\r\n")
          .answer()
          .status();
    }
  }

  @Test
  void metrics_are_not_served_unless_an_operator_configures_a_port() {
    try (Latchkey plain = Latchkey.start(Store.SQLITE)) {
      assertThat(plain.wiring().serveMetrics()).isEmpty();
    }
  }

  private Answer call(String path) {
    return call(path, token);
  }

  private Answer call(String path, String bearer) {
    return Http.here().get(latchkey.url() + path, "Authorization", "Bearer " + bearer);
  }

  private Answer read() {
    return Http.here().get("http://127.0.0.1:" + metrics.port() + "/metrics");
  }

  private double failures(String how) {
    return value("latchkey_upstream_failures_total{how=\"" + how + "\",upstream=\"issues\"} ");
  }

  private double answers(String name, String path, int status) {
    return value(name + "{path=\"" + path + "\",status=\"" + status + "\"} ");
  }

  private double value(String series) {
    return read()
        .body()
        .lines()
        .filter(line -> line.startsWith(series))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
        .sum();
  }
}
