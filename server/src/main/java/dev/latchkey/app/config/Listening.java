package dev.latchkey.app.config;

import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.ListenAt.TlsFiles;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * Where the server listens.
 *
 * @param baseUrl the published address, if it is not that of the server itself
 * @param metrics where the metrics are served, if they are
 */
public record Listening(Optional<String> baseUrl, ListenAt at, Optional<ListenAt> metrics) {
  static final int MAX_PORT = 65_535;

  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  public Listening {
    var mistakes = new ConfigErrors();
    mistakes.add("port", flawOfPort(at.port()));
    metrics.ifPresent(where -> mistakes.add("metrics_listen", flawOfPort(where.port())));
    mistakes.add("base_url", baseUrl.flatMap(Listening::flawOfBaseUrl));
    if (mistakes.isEmpty()) {
      boolean hasTls = at.tls().isPresent();
      boolean isSecure = baseUrl.map(url -> url.startsWith("https:")).orElse(hasTls);
      mistakes.add("listen", flawOfHost(at.host(), isSecure));
      mistakes.add(
          "base_url",
          Optional.of("must be an https address, because tls is set")
              .filter(why -> hasTls && !isSecure));
    }
    mistakes.refuse();
  }

  public Listening publishedAs(String url) {
    return new Listening(Optional.of(url), at, metrics);
  }

  public Listening onHost(String host) {
    return at(new ListenAt(host, at.port(), at.tls(), at.unixSocket()));
  }

  public Listening onPort(int port) {
    return at(new ListenAt(at.host(), port, at.tls(), at.unixSocket()));
  }

  public Listening onUnixSocket(Path file) {
    return at(new ListenAt(at.host(), at.port(), at.tls(), Optional.of(file)));
  }

  public Listening withMetricsAt(ListenAt where) {
    return new Listening(baseUrl, at, Optional.of(where));
  }

  Listening with(TlsFiles files) {
    return at(new ListenAt(at.host(), at.port(), Optional.of(files), at.unixSocket()));
  }

  private Listening at(ListenAt where) {
    return new Listening(baseUrl, where, metrics);
  }

  /** Whether only this machine can reach the server. */
  public boolean isOnLoopback() {
    return flawOfHost(at.host(), false).isEmpty();
  }

  private static Optional<String> flawOfPort(int port) {
    return port < 0 || port > MAX_PORT
        ? Optional.of("must be from 0 to 65535, not " + port)
        : Optional.empty();
  }

  private static Optional<String> flawOfBaseUrl(String text) {
    return isBaseUrl(text)
        ? Optional.empty()
        : Optional.of(
            "must be https://HOST[:PORT], or http:// on loopback, without path or"
                + " query, not "
                + Yaml.shown(text));
  }

  private static boolean isBaseUrl(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException notAnAddress) {
      return false;
    }
    boolean isPlain = text.startsWith("http://") && LOOPBACK_NAMES.contains(uri.getHost());
    return (text.startsWith("https://") || isPlain)
        && uri.getHost() != null
        && uri.getPort() <= MAX_PORT
        && uri.getRawUserInfo() == null
        && uri.getRawPath().isEmpty()
        && uri.getRawQuery() == null
        && uri.getRawFragment() == null;
  }

  private static Optional<String> flawOfHost(String host, boolean isSecure) {
    if (host.isBlank()) {
      return Optional.of("must be an address of this machine, not empty");
    }
    try {
      return InetAddress.getByName(host).isLoopbackAddress() || isSecure
          ? Optional.empty()
          : Optional.of(
              host
                  + " is not loopback: plain http is served on loopback only."
                  + " Set tls, or set base_url to the https address of your proxy and let only the proxy reach this port");
    } catch (UnknownHostException unknown) {
      return Optional.of("must be an address of this machine, not " + host);
    }
  }
}
