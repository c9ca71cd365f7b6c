package dev.latchkey.http;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names this server answers to (RFC 9110 7.4). Without a published address it is a local one,
 * and every spelling of loopback means it.
 */
public final class Hosts {
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

    private final Optional<String> published;
    private final boolean isTls;

    /** Of the port that was asked for last: a server has one, or very few. */
    private volatile Names latest;

    /** {@code isTls}: whether connections are encrypted here, and not only before a proxy. */
    public Hosts(Optional<String> published, boolean isTls) {
        this.published = published;
        this.isTls = isTls;
        this.latest = names(0);
    }

    private record Names(int port, String baseUrl, String authority, Set<String> known) {}

    public String baseUrl(int port) {
        return at(port).baseUrl;
    }

    boolean isSecure() {
        return published.map(url -> url.startsWith("https://")).orElse(isTls);
    }

    String authority(int port) {
        return at(port).authority;
    }

    boolean know(String host, int port) {
        Set<String> known = at(port).known;
        return known.contains(host) || known.contains(host.toLowerCase(Locale.ROOT));
    }

    private Names at(int port) {
        Names names = latest;
        if (names.port != port) {
            names = names(port);
            latest = names;
        }
        return names;
    }

    private Names names(int port) {
        String baseUrl =
                published.orElseGet(
                        () -> (isTls ? "https://localhost:" : "http://localhost:") + port);
        String authority = baseUrl.substring(baseUrl.indexOf("://") + 3);
        int colon = authority.lastIndexOf(':');
        boolean hasPort = colon > authority.lastIndexOf(']');
        String name = hasPort ? authority.substring(0, colon) : authority;
        Set<String> known =
                LOOPBACK.contains(name)
                        ? LOOPBACK.stream()
                                .map(alias -> alias + ":" + port)
                                .collect(Collectors.toSet())
                        : Set.of();
        return new Names(port, baseUrl, authority, with(known, authority));
    }

    private static Set<String> with(Set<String> known, String authority) {
        var all = new HashSet<>(known);
        all.add(authority.toLowerCase(Locale.ROOT));
        return Set.copyOf(all);
    }
}
