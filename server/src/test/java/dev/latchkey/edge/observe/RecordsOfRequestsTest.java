package dev.latchkey.edge.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Route;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.program.ProgramLines;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.process.StorageFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What an operator can have recorded of each request, and by what it is found. */
class RecordsOfRequestsTest {
  private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

  private final Path accessLog = Latchkey.temporaryDirectory().resolve("access.log");
  private final List<Upstream.Call> calls = new CopyOnWriteArrayList<>();
  private final List<JsonNode> collected = new CopyOnWriteArrayList<>();
  private final Upstream service =
      Upstream.that(call -> {
        calls.add(call);
        call.answer(
            "HTTP/1.1 200 OK\r\nX-Request-Id: of-the-service\r\nContent-Length: 2\r\n\r\nok");
      });
  private final Upstream collector =
      Upstream.that(call -> {
        collected.add(Json.parse(call.body()).orElseThrow());
        call.answerOk("{}");
      });
  private Optional<Latchkey> started = Optional.empty();

  @AfterEach
  void stop() {
    started.ifPresent(Latchkey::close);
    service.close();
    collector.close();
  }

  @Test
  void without_request_ids_that_of_the_service_is_passed_on() {
    Answer answer =
        call(start("observe: {request_ids: off}\n"), "/openapi/v2/issues/1", "traceparent", PARENT);

    assertThat(answer.has("X-Request-Id")).isTrue();
    assertThat(answer.header("X-Request-Id")).isEqualTo("of-the-service");
    assertThat(calls.getFirst().header("traceparent")).contains(PARENT);
    assertThat(calls.getFirst().header("X-Request-Id")).isEmpty();
  }

  @Test
  void a_request_id_is_in_the_answer_and_in_the_audit_log_and_goes_to_the_service() {
    Latchkey latchkey = start("observe: {request_ids: on}\n");

    Answer call = call(latchkey, "/openapi/v2/issues/1");
    String id = call.header("X-Request-Id");
    assertThat(id).matches("[0-9a-v]{18}");
    assertThat(calls.getFirst().header("X-Request-Id")).contains(id);

    Answer signIn =
        Http.here()
            .form(
                latchkey.url() + "/oauth2/token",
                Map.of(
                    "grant_type", "authorization_code",
                    "client_id", latchkey.app().id(),
                    "client_secret", "wrong",
                    "code", "none"));
    assertThat(signIn.status()).isEqualTo(401);
    assertThat(latchkey.log()).contains("\"request_id\":\"" + signIn.header("X-Request-Id") + "\"");
    var newest = latchkey.stores().operation().auditRecords().newest(1).getFirst();
    assertThat(newest.entry().moment().requestId()).contains(signIn.header("X-Request-Id"));
  }

  @Test
  void a_request_that_failed_is_named_in_the_log() {
    Settings settings =
        Issues.behind(
            Latchkey.settings(Store.SQLITE), service.address(), "observe: {request_ids: on}\n");
    Route.Handler full =
        request -> {
          throw new StorageFault("no space is left");
        };
    Route.Handler broken =
        request -> {
          throw new IllegalStateException("a defect");
        };
    try (var log = ProgramLines.watch();
        Latchkey latchkey =
            Latchkey.with(
                settings,
                pageGuard ->
                    List.of(
                        Route.open("GET", "/full", full), Route.open("GET", "/broken", broken)))) {
      Answer first = Http.here().get(latchkey.url() + "/full");
      Answer second = Http.here().get(latchkey.url() + "/broken");

      assertThat(List.of(first.status(), second.status())).containsExactly(503, 500);
      assertThat(log.with("no space is left"))
          .containsExactly(
              "storage: no space is left (request " + first.header("X-Request-Id") + ")");
      assertThat(log.with("a defect"))
          .singleElement()
          .asString()
          .startsWith("unexpected (request " + second.header("X-Request-Id") + ")");
    }
  }

  @Test
  void a_flood_of_requests_that_the_store_fails_is_one_line_a_second_with_the_cause() {
    Route.Handler away =
        request -> {
          var read = new StorageFault("a read failed", new IOException("an unplugged disk"));
          throw new StorageFault("a batch failed", read);
        };
    try (var log = ProgramLines.watch();
        Latchkey latchkey =
            Latchkey.with(
                Latchkey.settings(Store.SQLITE),
                pageGuard -> List.of(Route.open("GET", "/away", away)))) {
      String fault = "storage: a batch failed: a read failed: an unplugged disk";
      long begin = System.nanoTime();
      int requests = 0;
      while (log.with("(failures left out").isEmpty()) {
        assertThat(Http.here().get(latchkey.url() + "/away").status()).isEqualTo(503);
        requests++;
      }
      long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();

      List<String> lines = log.with(fault);
      assertThat(lines).hasSizeLessThanOrEqualTo((int) seconds + 1);
      assertThat(lines.getFirst()).startsWith(fault + " (request ").endsWith(")");
      assertThat(lines.getLast())
          .endsWith("(failures left out before this line: %d)".formatted(requests - lines.size()));
    }
  }

  @Test
  void the_id_of_a_trusted_proxy_is_kept_and_that_of_a_stranger_is_not() {
    Latchkey trusting = start("trusted_proxies: [127.0.0.1]\nobserve: {request_ids: on}\n");
    assertThat(call(trusting, "/openapi/v2/issues/1", "X-Request-Id", "of-nginx.1"))
        .extracting(answer -> answer.header("X-Request-Id"))
        .isEqualTo("of-nginx.1");
    assertThat(call(trusting, "/openapi/v2/issues/1", "X-Request-Id", "with spaces"))
        .extracting(answer -> answer.header("X-Request-Id"))
        .isNotEqualTo("with spaces");
    trusting.close();

    Latchkey strict = start("observe: {request_ids: on}\n");
    assertThat(call(strict, "/openapi/v2/issues/1", "X-Request-Id", "of-nginx.1"))
        .extracting(answer -> answer.header("X-Request-Id"))
        .isNotEqualTo("of-nginx.1");
  }

  @Test
  void a_request_id_cannot_start_a_line_or_a_field_of_the_log() {
    Latchkey latchkey = start("trusted_proxies: [127.0.0.1]\nobserve: {request_ids: on}\n");
    for (String id : List.of("a\",\"outcome\":\"ok", "a\\u000ab", "a\tb", "a".repeat(65))) {
      Answer refused =
          Http.here()
              .form(
                  latchkey.url() + "/oauth2/token",
                  Map.of(
                      "grant_type", "authorization_code",
                      "client_id", latchkey.app().id(),
                      "client_secret", "wrong",
                      "code", "none"),
                  "X-Request-Id",
                  id);
      assertThat(refused.header("X-Request-Id")).as(id).matches("[0-9a-v]{18}");
    }
    assertThat(latchkey.log().lines()).allMatch(line -> Json.parse(line).isPresent());
  }

  @Test
  void the_access_log_has_a_line_for_each_answer_and_no_secret() throws IOException {
    Latchkey latchkey = start("observe: {access_log: " + accessLog + "}\n");
    String token = latchkey.machine(latchkey.person(), Optional.empty()).token();

    Answer answer = call(latchkey, "/openapi/v2/issues/1?token=" + token);
    call(latchkey, "/invented/" + token);
    call(latchkey, "/invented/" + token.replace("_", "%5F"));
    Poll.until(() -> lines().size() == 3, "three lines");

    JsonNode first = Json.parse(lines().getFirst()).orElseThrow();
    assertThat(first.path("access").stringValue()).isEqualTo("GET");
    assertThat(first.path("path").stringValue()).isEqualTo("/openapi/v2/issues/1");
    assertThat(first.path("route").stringValue()).isEqualTo("/openapi/v2/**");
    assertThat(first.path("status").intValue()).isEqualTo(200);
    assertThat(first.path("millis").doubleValue()).isPositive();
    assertThat(first.path("address").stringValue()).isEqualTo("127.0.0.1");
    assertThat(first.path("request_id").stringValue()).isEqualTo(answer.header("X-Request-Id"));
    assertThat(Files.readString(accessLog))
        .doesNotContain(token, token.substring(6))
        .contains("/invented/lk_ot_…");
    assertThat(Files.getPosixFilePermissions(accessLog)).hasSize(3);
  }

  @Test
  void a_rotated_access_log_continues_in_a_new_file() throws IOException {
    Latchkey latchkey = start("observe: {access_log: " + accessLog + "}\n");
    call(latchkey, "/openapi/v2/issues/1");
    Poll.until(() -> lines().size() == 1, "the first line");

    Files.move(accessLog, accessLog.resolveSibling("access.log.1"));
    call(latchkey, "/openapi/v2/issues/2");

    Poll.until(() -> lines().size() == 1, "a line in the new file");
    assertThat(lines().getFirst()).contains("/issues/2");
  }

  @Test
  void a_trace_is_continued_to_the_service_and_its_span_is_exported() {
    Latchkey latchkey = start("observe: {traces: \"" + collector.address() + "/v1/traces\"}\n");

    call(latchkey, "/openapi/v2/issues/1", "traceparent", PARENT);
    Poll.until(() -> !spans().isEmpty(), "a span");

    JsonNode span = spans().getFirst();
    assertThat(span.path("traceId").stringValue()).isEqualTo(TRACE);
    assertThat(span.path("parentSpanId").stringValue()).isEqualTo("00f067aa0ba902b7");
    assertThat(span.path("name").stringValue()).isEqualTo("GET /openapi/v2/**");
    assertThat(Long.parseLong(span.path("endTimeUnixNano").stringValue()))
        .isGreaterThan(Long.parseLong(span.path("startTimeUnixNano").stringValue()));
    assertThat(calls.getFirst().header("traceparent"))
        .contains("00-" + TRACE + "-" + span.path("spanId").stringValue() + "-01");
  }

  @Test
  void a_trace_has_no_token_and_no_query_and_no_path() {
    Latchkey latchkey = start("observe: {traces: \"" + collector.address() + "/v1/traces\"}\n");

    call(latchkey, "/openapi/v2/issues/secret-issue?secret-query=1");
    Poll.until(() -> !spans().isEmpty(), "a span");

    assertThat(collected.toString())
        .doesNotContain("lk_", "secret-query", "secret-issue", "Bearer");
  }

  @Test
  void a_malformed_trace_is_replaced_by_a_new_one() {
    Latchkey latchkey = start("observe: {traces: \"" + collector.address() + "/v1/traces\"}\n");

    for (String malformed :
        List.of(
            "00-" + "0".repeat(32) + "-00f067aa0ba902b7-01",
            "ff-" + TRACE + "-00f067aa0ba902b7-01",
            "00-" + TRACE + "-00f067aa0ba902b7",
            "nonsense")) {
      call(latchkey, "/openapi/v2/issues/1", "traceparent", malformed);
    }

    assertThat(calls).hasSize(4);
    assertThat(calls)
        .allSatisfy(call ->
            assertThat(call.header("traceparent").orElseThrow())
                .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01")
                .doesNotContain(TRACE));
  }

  @Test
  void a_collector_that_does_not_answer_delays_nothing() {
    collector.close();
    Latchkey latchkey = start("observe: {traces: \"" + collector.address() + "/v1/traces\"}\n");

    assertThat(call(latchkey, "/openapi/v2/issues/1").status()).isEqualTo(200);
  }

  private Latchkey start(String section) {
    Latchkey latchkey =
        Latchkey.start(
            Store.SQLITE, settings -> Issues.behind(settings, service.address(), section));
    started = Optional.of(latchkey);
    return latchkey;
  }

  private Answer call(Latchkey latchkey, String path, String... headers) {
    String token = latchkey.machine(latchkey.person(), Optional.empty()).token();
    var all = new ArrayList<>(List.of("Authorization", "Bearer " + token));
    all.addAll(List.of(headers));
    return Http.here().get(latchkey.url() + path, all.toArray(String[]::new));
  }

  private List<String> lines() {
    try {
      return Files.exists(accessLog)
          ? Files.readString(accessLog, StandardCharsets.UTF_8).lines().toList()
          : List.of();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private List<JsonNode> spans() {
    return collected.stream()
        .map(document ->
            document.path("resourceSpans").path(0).path("scopeSpans").path(0).path("spans"))
        .flatMap(spans -> spans.valueStream())
        .toList();
  }
}
