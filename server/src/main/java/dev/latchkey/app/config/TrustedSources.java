package dev.latchkey.app.config;

import dev.latchkey.edge.http.ListedPeers;
import java.util.Optional;
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
    var mistakes = new ConfigErrors();
    trustedProxies.forEach(address -> mistakes.add("trusted_proxies", flaw(address)));
    gateways.forEach(address -> mistakes.add("gateways", flaw(address)));
    mistakes.refuse();
  }

  public static TrustedSources trusting(String... proxies) {
    return new TrustedSources(Set.of(proxies), Set.of());
  }

  private static Optional<String> flaw(String address) {
    boolean isAddress =
        !address.isBlank() && Refusal.of(() -> new ListedPeers(Set.of(address))).isEmpty();
    return isAddress
        ? Optional.empty()
        : Optional.of(
            "must be IP addresses or networks such as 10.0.0.0/8, not names: "
                + Yaml.shown(address));
  }
}
