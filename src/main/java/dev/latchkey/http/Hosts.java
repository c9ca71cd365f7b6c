package dev.latchkey.http;

import java.util.List;
import java.util.Optional;

/**
 * The names this server answers to (RFC 9110 7.4). Without a published address it is a local one,
 * and every spelling of loopback means it.
 */
public record Hosts(Optional<String> published, boolean isTls) {
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

    public String baseUrl(int port) {
        return published.orElseGet(
                () -> (isTls ? "https://localhost:" : "http://localhost:") + port);
    }

    boolean isSecure() {
        return published.map(url -> url.startsWith("https://")).orElse(isTls);
    }

    String authority(int port) {
        String url = baseUrl(port);
        return url.substring(url.indexOf("://") + 3);
    }

    boolean know(String host, int port) {
        String authority = authority(port);
        if (host.equalsIgnoreCase(authority)) {
            return true;
        }
        int colon = authority.lastIndexOf(':');
        boolean hasPort = colon > authority.lastIndexOf(']');
        String name = hasPort ? authority.substring(0, colon) : authority;
        return LOOPBACK.contains(name)
                && LOOPBACK.stream().anyMatch(alias -> host.equalsIgnoreCase(alias + ":" + port));
    }
}
