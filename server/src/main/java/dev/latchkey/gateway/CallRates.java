package dev.latchkey.gateway;

import dev.latchkey.http.RateLimit;
import dev.latchkey.http.Refusal;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Rate;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How fast calls may come (decision 2.9). The narrowest rate is asked first: a token that is over
 * its own takes nothing from its credential's other tokens. A token that follows from another by a
 * refresh goes on in its bucket, else a refresh would be a way around.
 */
public final class CallRates {
    private final Optional<RateLimit> tokens;
    private final Optional<RateLimit> credentials;
    private final Map<OpenRoute, RateLimit> routes = new ConcurrentHashMap<>();
    private final InstantSource clock;

    public CallRates(Rates rates, InstantSource clock) {
        this.tokens = rates.token().map(rate -> new RateLimit("token", rate, clock));
        this.credentials = rates.credential().map(rate -> new RateLimit("credential", rate, clock));
        this.clock = clock;
    }

    Optional<Refusal> refuse(LiveToken caller) {
        return tokens.flatMap(rate -> rate.take(caller.root()))
                .or(() -> credentials.flatMap(rate -> rate.take(caller.client())));
    }

    /** A row's own rate holds for each token by itself. */
    Optional<Refusal> refuse(LiveToken caller, OpenRoute route) {
        return perMinute(route).flatMap(calls -> rateOf(route, calls).take(caller.root()));
    }

    /**
     * A row whose calls are all forgotten goes too: it may be one of a table no longer in force.
     */
    public void sweep() {
        tokens.ifPresent(RateLimit::sweep);
        credentials.ifPresent(RateLimit::sweep);
        routes.values().forEach(RateLimit::sweep);
        routes.values().removeIf(RateLimit::isEmpty);
    }

    private RateLimit rateOf(OpenRoute route, int perMinute) {
        return routes.computeIfAbsent(
                route, row -> new RateLimit("route", Rate.perMinute(perMinute), clock));
    }

    private static Optional<Integer> perMinute(OpenRoute route) {
        return switch (route.target()) {
            case Target.BuiltIn builtIn -> Optional.empty();
            case Target.Forwarded forwarded -> forwarded.callsPerMinute();
        };
    }
}
