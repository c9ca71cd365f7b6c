package dev.latchkey.app.config;

import dev.latchkey.edge.http.ListedPeers;
import java.util.Set;

/**
 * The addresses that the server trusts, by that of the connection: addresses, networks, or {@code
 * unix}.
 *
 * @param trustedProxies the proxies in front, which say from where a request came
 * @param gateways the gateways that receive the signed assertion
 */
public record TrustedSources(Set<String> trustedProxies, Set<String> gateways) {
  public TrustedSources {
    trustedProxies = Set.copyOf(trustedProxies);
    gateways = Set.copyOf(gateways);
  }

  public static TrustedSources trusting(String... proxies) {
    return new TrustedSources(Set.of(proxies), Set.of());
  }

  /** An address or a network, not a name, which would have to be resolved. */
  static String entry(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException(text);
    }
    var _ = new ListedPeers(Set.of(text));
    return text;
  }
}
