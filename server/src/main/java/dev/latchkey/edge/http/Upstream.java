package dev.latchkey.edge.http;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * A service of the platform behind the gateway.
 *
 * @param connections how many may be open to it at the same time; further calls wait for one. Half
 *     of them may be WebSockets
 * @param connectTimeout how long a call waits until a connection is made or becomes free
 * @param idleTimeout how long a call may make no progress in either direction
 */
public record Upstream(
    String name,
    List<URI> addresses,
    int connections,
    Duration connectTimeout,
    Duration idleTimeout) {
  public Upstream {
    addresses = List.copyOf(addresses);
  }
}
