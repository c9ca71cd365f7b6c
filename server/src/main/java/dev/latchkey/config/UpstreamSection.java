package dev.latchkey.config;

import dev.latchkey.gateway.PathRewrite;
import dev.latchkey.http.Upstream;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The section {@code upstreams}: the services behind the gateway, each under its name. */
final class UpstreamSection {
    private static final Set<String> KEYS =
            Set.of(
                    "addresses",
                    "connections",
                    "connect_timeout_millis",
                    "idle_timeout_seconds",
                    PrefixKeys.STRIP,
                    PrefixKeys.ADD);
    private static final int CONNECTIONS = 256;
    private static final long CONNECT_MILLIS = 2_000;
    private static final long IDLE_SECONDS = 60;

    private UpstreamSection() {}

    /** A service, and how the paths of its routes are rewritten if a route does not say it. */
    record Listed(Upstream upstream, PathRewrite rewrite) {}

    static Map<String, Listed> upstreams(Yaml file) {
        var upstreams = new HashMap<String, Listed>();
        file.section("upstreams")
                .ifPresent(section -> {
                    for (String name : section.keys()) {
                        Yaml entry = section.section(name).orElseThrow();
                        PathRewrite rewrite = PrefixKeys.read(entry).orElse(PathRewrite.NONE);
                        upstreams.put(name, new Listed(upstream(name, entry), rewrite));
                    }
                });
        return upstreams;
    }

    private static Upstream upstream(String name, Yaml entry) {
        entry.only(KEYS);
        List<URI> addresses =
                entry.texts("addresses").stream().map(text -> address(entry, text)).toList();
        if (addresses.isEmpty()) {
            throw entry.fault("the upstream " + name + " needs addresses");
        }
        return new Upstream(
                name,
                addresses,
                entry.number("connections", 1, 100_000).map(Math::toIntExact).orElse(CONNECTIONS),
                Duration.ofMillis(
                        entry.number("connect_timeout_millis", 1, 60_000).orElse(CONNECT_MILLIS)),
                Duration.ofSeconds(
                        entry.number("idle_timeout_seconds", 1, 3_600).orElse(IDLE_SECONDS)));
    }

    private static URI address(Yaml entry, String text) {
        return uri(text)
                .filter(UpstreamSection::isOrigin)
                .orElseThrow(() ->
                        entry.fault(
                                "addresses",
                                "an address must be http://HOST:PORT or https://HOST:PORT and no"
                                        + " more, not "
                                        + text));
    }

    private static Optional<URI> uri(String text) {
        try {
            return Optional.of(new URI(text));
        } catch (URISyntaxException broken) {
            return Optional.empty();
        }
    }

    /**
     * Whether the address is only scheme, host and port. The path is that of the call; {@code
     * add_prefix} is for services with a path of their own.
     */
    private static boolean isOrigin(URI uri) {
        return Set.of("http", "https").contains(String.valueOf(uri.getScheme()))
                && uri.getHost() != null
                && uri.getRawUserInfo() == null
                && uri.getPort() != 0
                && uri.getPort() <= 65_535
                && uri.toString().equals(uri.getScheme() + "://" + uri.getRawAuthority());
    }
}
