package dev.latchkey.app.doctor;

import dev.latchkey.app.config.Settings;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Whether the settings for the proxies in front fit the rest of the configuration. */
final class ProxyExamination {
  private static final String KEY = "trusted_proxies";

  /** Shorter prefixes than these are hardly the network of a proxy. */
  private static final int IPV4_BITS = 8;

  private static final int IPV6_BITS = 32;

  private final Settings settings;
  private final Findings found = new Findings("proxies");

  ProxyExamination(Settings settings) {
    this.settings = settings;
  }

  List<Finding> findings() {
    boolean isBehindProxy =
        settings.listening().at().tls().isEmpty()
            && settings.listening().baseUrl().filter(url -> url.startsWith("https:")).isPresent();
    Set<String> trusted = settings.peers().trustedProxies();
    if (isBehindProxy && trusted.isEmpty()) {
      withoutList();
    }
    trusted.stream().filter(ProxyExamination::isWide).forEach(this::wide);
    if (settings.listening().at().unixSocket().isPresent() && !trusted.contains("unix")) {
      found.warning(
          "unix_socket is set and trusted_proxies has no unix, so all callers on the socket share one address",
          "add unix to trusted_proxies if a proxy uses the socket");
    }
    found.okOtherwise(
        settings.listening().baseUrl().isEmpty() && settings.listening().at().tls().isEmpty()
            ? "there is no base_url: the service is for this machine only"
            : "trusted_proxies and base_url fit together");
    return found.all();
  }

  private void withoutList() {
    if (isLoopback(settings.listening().at().host())) {
      found.warning(
          "base_url is https without tls, so a proxy is in front, but "
              + KEY
              + " is empty: all callers share one address, and a caller who guesses secrets makes all others wait",
          "trusted_proxies: [127.0.0.1], if the proxy is on this machine");
    } else {
      found.error(
          "base_url is https without tls, and "
              + KEY
              + " is empty: every request from another machine gets 403 insecure_transport",
          "list the addresses of the proxies in trusted_proxies, and let them set X-Forwarded-Proto");
    }
  }

  private void wide(String network) {
    found.error(
        "trusted_proxies has " + network + ": callers can claim any address there",
        "list only the addresses of the proxies themselves");
  }

  private static boolean isWide(String entry) {
    String[] parts = entry.split("/", 2);
    return parts.length == 2
        && Integer.parseInt(parts[1]) < (parts[0].contains(":") ? IPV6_BITS : IPV4_BITS);
  }

  private static boolean isLoopback(String host) {
    return Stream.of(host)
        .filter(each -> each.matches("[0-9.]+|.*:.*"))
        .map(InetAddress::ofLiteral)
        .findFirst()
        .map(InetAddress::isLoopbackAddress)
        .orElse(host.equals("localhost"));
  }
}
