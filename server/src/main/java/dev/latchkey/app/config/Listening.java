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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the server listens.
 *
 * @param baseUrl the published address, if it is not that of the server itself
 * @param metrics where the metrics are served, if they are
 */
public record Listening(Optional<String> baseUrl, ListenAt at, Optional<ListenAt> metrics) {
  static final int MAX_PORT = 65_535;

  /** An IPv6 address is in square brackets. */
  private static final Pattern ADDRESS_AND_PORT =
      Pattern.compile("\\[?(?<host>[0-9A-Za-z.:-]*[0-9A-Za-z.:])]?:(?<port>[0-9]{1,5})");

  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  public Listening {
    Keys.PORT.check(String.valueOf(at.port()));
    Keys.BASE_URL.check(baseUrl);
    boolean hasTls = at.tls().isPresent();
    boolean isSecure = baseUrl.map(url -> url.startsWith("https:")).orElse(hasTls);
    Optional<String> flaw = flawOfHost(at.host(), isSecure);
    if (flaw.isPresent()) {
      throw Keys.LISTEN.refused(flaw.get());
    }
    if (hasTls && !isSecure) {
      throw Keys.BASE_URL.refused("must be an https address, because tls is set");
    }
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

  static Optional<String> baseUrl(String text) {
    return Optional.of(text).filter(Listening::isBaseUrl);
  }

  static Optional<ListenAt> addressAndPort(String text) {
    return Optional.of(ADDRESS_AND_PORT.matcher(text))
        .filter(Matcher::matches)
        .map(parts -> ListenAt.plain(parts.group("host"), Integer.parseInt(parts.group("port"))))
        .filter(at -> at.port() <= MAX_PORT);
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
