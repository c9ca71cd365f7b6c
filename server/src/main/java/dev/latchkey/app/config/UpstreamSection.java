package dev.latchkey.app.config;

import dev.latchkey.edge.gateway.PathRewrite;
import dev.latchkey.edge.http.Upstream;
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
  private static final int CONNECT_MILLIS = 2_000;
  private static final int IDLE_SECONDS = 60;

  private UpstreamSection() {}

  /** A service, and how the paths of its routes are rewritten if a route does not say it. */
  record Listed(Upstream upstream, PathRewrite rewrite) {}

  static Map<String, Listed> upstreams(Yaml file) {
    var upstreams = new HashMap<String, Listed>();
    file.section("upstreams")
        .ifPresent(section -> {
          for (String name : section.keys()) {
            section
                .attempt(() -> listed(name, section.section(name).orElseThrow()))
                .ifPresent(upstream -> upstreams.put(name, upstream));
          }
        });
    return upstreams;
  }

  private static Listed listed(String name, Yaml entry) {
    return new Listed(upstream(name, entry), PrefixKeys.read(entry).orElse(PathRewrite.NONE));
  }

  private static Upstream upstream(String name, Yaml entry) {
    entry.only(KEYS);
    List<URI> addresses =
        entry.texts("addresses").stream().map(text -> address(entry, text)).toList();
    if (addresses.isEmpty()) {
      throw entry.fault(
          "addresses",
          "the upstream " + name + " needs addresses, such as [\"http://127.0.0.1:9000\"]");
    }
    return new Upstream(
        name,
        addresses,
        entry.number("connections", CONNECTIONS, 1, 100_000),
        Duration.ofMillis(entry.number("connect_timeout_millis", CONNECT_MILLIS, 1, 60_000)),
        Duration.ofSeconds(entry.number("idle_timeout_seconds", IDLE_SECONDS, 1, 3_600)));
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
