package dev.latchkey.http;

import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/**
 * What is checked of every request before its route is: the host it names, the address it comes
 * from, and how many requests that address sends; and by what its records are found.
 */
public record RequestChecks(
        Hosts hosts, Proxies proxies, AddressGate addresses, Correlations correlations) {
    /** Any host, no proxies and no limit. */
    public static RequestChecks none(InstantSource clock) {
        return new RequestChecks(
                new Hosts(Optional.empty(), false),
                new Proxies(new ListedPeers(Set.of())),
                new AddressGate(Optional.empty(), clock),
                Correlations.NONE);
    }
}
