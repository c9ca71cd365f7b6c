package dev.latchkey.edge.http;

import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What is checked of every request before its route is: the host it names, the address it comes
 * from, and how many requests that address sends; and by what its records are found.
 */
public record RequestChecks(
    Hosts hosts,
    Supplier<Proxies> proxies,
    Supplier<AddressGate> addresses,
    Correlations correlations) {
  /** Any host, no proxies and no limit. */
  public static RequestChecks none(InstantSource clock) {
    var proxies = new Proxies(new ListedPeers(Set.of()));
    var addresses = new AddressGate(Optional.empty(), clock);
    return new RequestChecks(
        new Hosts(Optional.empty(), false), () -> proxies, () -> addresses, Correlations.NONE);
  }
}
