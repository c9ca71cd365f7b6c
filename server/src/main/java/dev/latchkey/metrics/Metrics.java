package dev.latchkey.metrics;

import dev.latchkey.http.Content;
import dev.latchkey.http.Header;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.http.Traffic;
import dev.latchkey.model.AnswersOfMinute.Counts;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The metrics of this process since its start, as Prometheus text for monitoring. They contain no
 * value that a caller sent. So a caller can neither read another caller's data there nor make the
 * set of metrics grow.
 */
public final class Metrics {
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<Answer, Counter> answers = new ConcurrentHashMap<>();
    private final Counter lookups = registry.counter("latchkey.store.lookups");

    private record Answer(String path, int status) {}

    /** Counts an answer. {@code path} is the pattern of the route. */
    public void answered(String path, int status) {
        answers.computeIfAbsent(new Answer(path, status), this::counter).increment();
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
                answer.path.startsWith("/oauth2/introspect")
                        || answer.path.startsWith("/oauth2/check");
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
        lookups.increment(tokens);
    }

    /**
     * Counts a call that an upstream failed; {@code how} is the kind of failure in small letters.
     */
    public void upstreamFailed(String upstream, String how) {
        registry.counter("latchkey.upstream.failures", "upstream", upstream, "how", how)
                .increment();
    }

    /** Shows how many passwords were hashed. Hashing is the most expensive part of a sign-in. */
    public void watchPasswords(LongSupplier hashed) {
        FunctionCounter.builder("latchkey.passwords.hashed", hashed, LongSupplier::getAsLong)
                .register(registry);
    }

    /**
     * Shows how many connections are open, how much memory they use, and how many were closed by a
     * limit.
     */
    public void watch(Traffic traffic) {
        registry.gauge("latchkey.connections.open", traffic, Traffic::open);
        registry.gauge("latchkey.connections.incomplete.bytes", traffic, Traffic::incompleteBytes);
        registry.gauge("latchkey.connections.unsent.bytes", traffic, Traffic::unsentBytes);
        for (Traffic.Cut why : Traffic.Cut.values()) {
            FunctionCounter.builder("latchkey.connections.cut", traffic, of -> of.cut(why))
                    .tag("why", why.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
    }

    /**
     * The route of the metrics. It adds the metrics of the Java process only here, because finding
     * them makes a start slower. On loopback a request must name a loopback host, so that no page
     * from elsewhere can read the metrics through the browser of someone on this machine.
     */
    public Route route(boolean isOnLoopback) {
        new JvmMemoryMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        return isOnLoopback
                ? Route.open("GET", "/metrics", this::show)
                : Route.probe("/metrics", this::show);
    }

    private Counter counter(Answer answer) {
        return registry.counter(
                "latchkey.answers",
                "path",
                answer.path(),
                "status",
                String.valueOf(answer.status()));
    }

    private Response show(Request request) {
        return new Response(
                200,
                List.of(new Header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")),
                new Content.Whole(registry.scrape().getBytes(StandardCharsets.UTF_8)));
    }
}
