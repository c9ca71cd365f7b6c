package dev.latchkey.gateway;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/** A service of the platform that stands behind the gateway: where it listens, and our patience. */
public record Upstream(
        String name, List<URI> addresses, Duration connectTimeout, Duration idleTimeout) {
    public Upstream {
        addresses = List.copyOf(addresses);
    }
}
