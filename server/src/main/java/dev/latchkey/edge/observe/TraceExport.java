package dev.latchkey.edge.observe;

import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.ResponseListener;
import dev.latchkey.edge.http.TraceContext;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends one span for each recorded request to a collector, as OTLP over HTTP in JSON. A collector
 * that does not answer costs spans, and nothing else.
 */
final class TraceExport implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int KIND_SERVER = 2;
  private static final int STATUS_ERROR = 2;

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final URI endpoint;
  private final String version;
  private final InstantSource clock;
  private final RecordQueue<Span> queue;
  private final LongAdder lost = new LongAdder();
  private volatile boolean hasFailed;

  private record Span(Instant end, TraceContext trace, ResponseListener.Sent answer) {}

  TraceExport(URI endpoint, String version, InstantSource clock) {
    this.endpoint = endpoint;
    this.version = version;
    this.clock = clock;
    this.queue = new RecordQueue<>("traces", this::send);
  }

  void sent(ResponseListener.Sent answer) {
    answer
        .head()
        .correlation()
        .trace()
        .filter(TraceContext::isSampled)
        .ifPresent(trace -> queue.add(new Span(clock.instant(), trace, answer)));
  }

  /** How many spans have not reached the collector. */
  long lost() {
    return lost.sum() + queue.dropped();
  }

  private void send(List<Span> spans) {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(Json.bytes(document(spans))))
            .build();
    try {
      HttpResponse<Void> answer = client.send(request, BodyHandlers.discarding());
      if (answer.statusCode() >= 300) {
        failed(spans, "status " + answer.statusCode());
      } else {
        hasFailed = false;
      }
    } catch (IOException unreachable) {
      failed(spans, unreachable.getClass().getSimpleName());
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      lost.add(spans.size());
    }
  }

  /** Says so once, until the collector answers again. */
  private void failed(List<Span> spans, String why) {
    lost.add(spans.size());
    if (!hasFailed) {
      LOG.log(System.Logger.Level.WARNING, "traces cannot be sent to {0}: {1}", endpoint, why);
    }
    hasFailed = true;
  }

  private ObjectNode document(List<Span> spans) {
    ObjectNode document = Json.object();
    ObjectNode ofService = document.putArray("resourceSpans").addObject();
    ArrayNode service = ofService.putObject("resource").putArray("attributes");
    attribute(service, "service.name", "latchkey");
    attribute(service, "service.version", version);
    ObjectNode scope = ofService.putArray("scopeSpans").addObject();
    scope.putObject("scope").put("name", "dev.latchkey");
    ArrayNode written = scope.putArray("spans");
    spans.forEach(span -> written.add(span(span)));
    return document;
  }

  private static ObjectNode span(Span span) {
    ResponseListener.Sent answer = span.answer();
    ObjectNode json =
        Json.object()
            .put("traceId", span.trace().trace())
            .put("spanId", span.trace().span())
            .put("name", answer.head().method() + " " + answer.path())
            .put("kind", KIND_SERVER)
            .put("startTimeUnixNano", unixNanos(span.end().minusNanos(answer.nanos())))
            .put("endTimeUnixNano", unixNanos(span.end()));
    span.trace().parent().ifPresent(parent -> json.put("parentSpanId", parent));
    ArrayNode attributes = json.putArray("attributes");
    attribute(attributes, "http.request.method", answer.head().method());
    attribute(attributes, "http.route", answer.path());
    attributes
        .addObject()
        .put("key", "http.response.status_code")
        .putObject("value")
        .put("intValue", String.valueOf(answer.status()));
    answer
        .head()
        .correlation()
        .requestId()
        .ifPresent(id -> attribute(attributes, "latchkey.request_id", id));
    if (answer.status() >= 500) {
      json.putObject("status").put("code", STATUS_ERROR);
    }
    return json;
  }

  private static void attribute(ArrayNode attributes, String key, String value) {
    attributes.addObject().put("key", key).putObject("value").put("stringValue", value);
  }

  /** JSON numbers are too small for it, so OTLP writes it as a text. */
  private static String unixNanos(Instant at) {
    return String.valueOf(at.getEpochSecond() * 1_000_000_000L + at.getNano());
  }

  @Override
  public void close() {
    queue.close();
    client.close();
  }
}
