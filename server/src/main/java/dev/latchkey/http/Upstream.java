package dev.latchkey.http;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * A service of the platform that stands behind the gateway.
 *
 * @param connections how many may be open to it at the same time; further calls wait for one
 * @param connectTimeout for a connection to be made or to become free
 * @param idleTimeout how long neither side may make progress
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
