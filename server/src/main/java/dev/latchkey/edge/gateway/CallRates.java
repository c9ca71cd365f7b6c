package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.RateLimit;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.model.Rate;
import dev.latchkey.model.token.LiveToken;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the rate of calls (rule 2.9). The narrowest limit is checked first: a token that exceeds
 * its own limit takes nothing from the other tokens of its credential. A token that was obtained by
 * a refresh keeps the bucket of the token before it; otherwise a refresh would reset the limit.
 * Child tokens share the bucket of the token from which they were obtained, for the same reason.
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

  public Optional<Refusal> refuse(LiveToken caller) {
    return tokens
        .flatMap(rate -> rate.take(caller.root().origin()))
        .or(() -> credentials.flatMap(rate -> rate.take(caller.client())));
  }

  /** The limit of a row applies to each token separately. */
  Optional<Refusal> refuse(LiveToken caller, OpenRoute route) {
    return perMinute(route).flatMap(calls -> rateOf(route, calls).take(caller.root().origin()));
  }

  /**
   * Removes full buckets, and rows that have none left. Such a row may belong to a table that is no
   * longer in use.
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
      case Target.BuiltIn _ -> Optional.empty();
      case Target.Forwarded forwarded -> forwarded.callsPerMinute();
    };
  }
}
