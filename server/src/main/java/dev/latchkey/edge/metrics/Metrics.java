package dev.latchkey.edge.metrics;

import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Relay;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.ResponseListener;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.Traffic;
import dev.latchkey.edge.http.UpstreamWatch;
import dev.latchkey.model.process.AnswersOfMinute.Counts;
import dev.latchkey.model.process.LatencyHistogram;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/**
 * The metrics of this process since its start, as Prometheus text for monitoring. They contain no
 * value that a caller sent. So a caller can neither read another caller's data there nor make the
 * set of metrics grow.
 *
 * <p>They have a port of their own. They say how much is used and what fails, so the published
 * address does not serve them. A push to a collector would be a call to another host.
 */
public final class Metrics implements ResponseListener, UpstreamWatch {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Times times = new Times();
  private final Map<Answer, Counter> answers = new ConcurrentHashMap<>();
  private final LongAdder lookups = new LongAdder();

  /** Whether the metrics are served. If not, answers are counted, but not timed. */
  private final boolean isServed;

  public Metrics(boolean isServed) {
    this.isServed = isServed;
    registry.getPrometheusRegistry().register(times);
    count(
        "latchkey.store.lookups",
        "Tokens that a check looked up in the store.",
        lookups::doubleValue);
  }

  private record Answer(String path, int status) {}

  @Override
  public void answered(String path, int status) {
    answers.computeIfAbsent(new Answer(path, status), this::counter).increment();
  }

  @Override
  public boolean isTiming() {
    return isServed;
  }

  @Override
  public void sent(Sent answer) {
    if (isServed) {
      times.of(Times.REQUESTS, answer.path()).record(answer.nanos());
    }
  }

  /** All answers since the start. */
  Counts totals() {
    return answers.entrySet().stream()
        .map(each -> counts(each.getKey(), (long) each.getValue().count()))
        .reduce(Counts.NONE, Counts::plus);
  }

  private static Counts counts(Answer answer, long number) {
    boolean isCall = answer.path.startsWith("/openapi/");
    boolean isCheck =
        answer.path.startsWith("/oauth2/introspect") || answer.path.startsWith("/oauth2/check");
    boolean isToken = answer.path.equals("/oauth2/token");
    return new Counts(
        isCall ? number : 0,
        isCheck ? number : 0,
        isToken ? number : 0,
        isCall || isCheck || isToken ? 0 : number,
        answer.status >= 400 && answer.status < 500 ? number : 0,
        answer.status >= 500 ? number : 0);
  }

  /** Counts tokens that the cache did not have and the store was asked for. */
  public void lookedUp(int tokens) {
    lookups.add(tokens);
  }

  @Override
  public void answeredIn(String upstream, long nanos) {
    if (isServed) {
      times.of(Times.UPSTREAMS, upstream).record(nanos);
    }
  }

  @Override
  public void failed(String upstream, Relay.Failure how) {
    Counter.builder("latchkey.upstream.failures")
        .description("Calls that a service behind the gateway failed.")
        .tag("upstream", upstream)
        .tag("how", how.name().toLowerCase(Locale.ROOT))
        .register(registry)
        .increment();
  }

  /** Adds a number that only grows. */
  public void count(String name, String help, DoubleSupplier number) {
    // Micrometer refers weakly to the object, so it is one that lives as long as the process.
    FunctionCounter.builder(name, this, metrics -> number.getAsDouble())
        .description(help)
        .register(registry);
  }

  /** Adds a number that grows and shrinks. */
  public void gauge(String name, String help, DoubleSupplier number) {
    Gauge.builder(name, number::getAsDouble).description(help).register(registry);
  }

  /** Adds a histogram. */
  public void time(String name, String help, LatencyHistogram histogram) {
    times.add(new Times.Family(name, help), histogram);
  }

  /** Adds a gauge that is always 1, whose labels describe this process. */
  public void info(String name, String help, String... labels) {
    Gauge.builder(name, () -> 1).description(help).tags(labels).register(registry);
  }

  /**
   * Shows how many connections are open, how much memory they use, and how many were closed by a
   * limit.
   */
  public void watch(Traffic traffic) {
    gauge("latchkey.connections.open", "Open connections.", traffic::open);
    gauge(
        "latchkey.connections.memory.bytes",
        "What the server holds for its clients. The limit is memory_megabytes of connections.",
        traffic::heldBytes);
    for (Traffic.Cut why : Traffic.Cut.values()) {
      FunctionCounter.builder("latchkey.connections.cut", traffic, of -> of.cut(why))
          .description("Connections, and streams of HTTP/2, that a limit has closed.")
          .tag("why", why.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  /**
   * The route of the metrics. It adds the metrics of the Java process only here, because finding
   * them makes a start slower. On loopback a request must name a loopback host, so that no page
   * from elsewhere can read the metrics through the browser of someone on this machine.
   */
  @SuppressWarnings("resource") // The metrics of garbage collection live as long as the process.
  public Route route(boolean isOnLoopback) {
    new ClassLoaderMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmGcMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    count("process.cpu.seconds", "Processor time of this process.", Metrics::processorSeconds);
    return isOnLoopback
        ? Route.open("GET", "/metrics", this::show)
        : Route.probe("/metrics", this::show);
  }

  private static double processorSeconds() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(time -> time.toNanos() / 1e9)
        .orElse(0.0);
  }

  private Counter counter(Answer answer) {
    return Counter.builder("latchkey.answers")
        .description("Answers, by the pattern of the route and the status.")
        .tag("path", answer.path())
        .tag("status", String.valueOf(answer.status()))
        .register(registry);
  }

  private Response show(Request request) {
    return new Response(
        200,
        List.of(new Header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")),
        new Content.Whole(registry.scrape().getBytes(StandardCharsets.UTF_8)));
  }
}
