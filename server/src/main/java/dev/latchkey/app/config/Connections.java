package dev.latchkey.app.config;

import dev.latchkey.edge.gateway.Rates;
import dev.latchkey.edge.http.ClientTimeouts;
import dev.latchkey.edge.http.ConnectionLimits;
import java.time.Duration;
import java.util.Optional;

/**
 * What clients are granted.
 *
 * @param drainSeconds how long the node still serves after SIGTERM while it says that it is not
 *     ready; if it is empty, the default depends on the database
 */
public record Connections(
    ClientTimeouts timeouts, ConnectionLimits limits, Rates rates, Optional<Integer> drainSeconds) {
  /** HAProxy's default checks need six seconds to notice that a node is not ready. */
  private static final int DRAIN_BESIDE_OTHERS = 8;

  Connections with(ClientTimeouts other) {
    return new Connections(other, limits, rates, drainSeconds);
  }

  Connections with(ConnectionLimits other) {
    return new Connections(timeouts, other, rates, drainSeconds);
  }

  Connections with(Rates other) {
    return new Connections(timeouts, limits, other, drainSeconds);
  }

  /** {@code hasOthers}: whether there can be another node that takes over. */
  Duration drain(boolean hasOthers) {
    return Duration.ofSeconds(drainSeconds.orElse(hasOthers ? DRAIN_BESIDE_OTHERS : 0));
  }
}
