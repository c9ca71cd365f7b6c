package dev.latchkey.metrics;

import dev.latchkey.http.Content;
import dev.latchkey.http.Header;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.http.Traffic;
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
 * What this process has done since its start, for whoever watches it: Prometheus text. Nothing that
 * a caller sent stands in it, so a caller can neither read there of others nor make it grow.
 */
public final class Metrics {
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<Answer, Counter> answers = new ConcurrentHashMap<>();
    private final Counter lookUps = registry.counter("latchkey.store.lookups");

    private record Answer(String path, int status) {}

    /** {@code path} is a route's pattern. */
    public void answered(String path, int status) {
        answers.computeIfAbsent(new Answer(path, status), this::counter).increment();
    }

    /** So many tokens had to be looked for in the store. */
    public void lookedUp(int tokens) {
        lookUps.increment(tokens);
    }

    public void upstreamFailed(String upstream, String how) {
        registry.counter("latchkey.upstream.failures", "upstream", upstream, "how", how)
                .increment();
    }

    /** What sign-ins cost most of. */
    public void watchPasswords(LongSupplier hashed) {
        FunctionCounter.builder("latchkey.passwords.hashed", hashed, LongSupplier::getAsLong)
                .register(registry);
    }

    /** How much clients take up by connecting, and what was closed by a limit. */
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

    /** With the process's own figures, which cost a start something to find. */
    public Route route() {
        new JvmMemoryMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        return Route.open("GET", "/metrics", this::show);
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
