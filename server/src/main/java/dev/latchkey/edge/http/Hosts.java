package dev.latchkey.edge.http;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The host names that this server accepts in requests (RFC 9110 7.4). Without a published address
 * the server has a local one, and then all names of loopback are accepted: {@code localhost},
 * {@code 127.0.0.1} and {@code [::1]}.
 */
public final class Hosts {
  private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

  private final Optional<String> published;
  private final boolean isTls;

  /** The names for the port that was asked for last. A server has only one port, or very few. */
  private volatile Names latest;

  /**
   * {@code isTls} says whether this process itself encrypts connections, and not only a proxy in
   * front of it.
   */
  public Hosts(Optional<String> published, boolean isTls) {
    this.published = published;
    this.isTls = isTls;
    this.latest = names(0);
  }

  private record Names(int port, String baseUrl, String authority, Set<String> accepted) {}

  public String baseUrl(int port) {
    return at(port).baseUrl;
  }

  boolean isSecure() {
    return published.map(url -> url.startsWith("https://")).orElse(isTls);
  }

  String authority(int port) {
    return at(port).authority;
  }

  boolean accepts(String host, int port) {
    Set<String> accepted = at(port).accepted;
    return accepted.contains(host) || accepted.contains(host.toLowerCase(Locale.ROOT));
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
        published.orElseGet(() -> (isTls ? "https://localhost:" : "http://localhost:") + port);
    String authority = baseUrl.substring(baseUrl.indexOf("://") + 3);
    int colon = authority.lastIndexOf(':');
    boolean hasPort = colon > authority.lastIndexOf(']');
    String name = hasPort ? authority.substring(0, colon) : authority;
    Set<String> accepted =
        LOOPBACK.contains(name)
            ? LOOPBACK.stream().map(alias -> alias + ":" + port).collect(Collectors.toSet())
            : Set.of();
    return new Names(port, baseUrl, authority, with(accepted, authority));
  }

  private static Set<String> with(Set<String> accepted, String authority) {
    var all = new HashSet<>(accepted);
    all.add(authority.toLowerCase(Locale.ROOT));
    return Set.copyOf(all);
  }
}
