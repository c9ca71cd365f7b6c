package dev.latchkey.http;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The machines in front of this one whose word counts about where a request came from and how.
 * Nobody else's does: the headers are read from their right end, and what cannot be read there
 * leaves the socket's own address standing (decision 5.4).
 */
public final class Proxies {
    private static final int MAX_HOPS = 20;

    private final Set<InetAddress> trusted;
    private final boolean trustsUnixSocket;

    /**
     * Takes addresses, and {@code unix} for the Unix socket, but no names: {@link
     * IllegalArgumentException} for anything else.
     */
    public Proxies(Set<String> trusted) {
        this.trusted =
                trusted.stream()
                        .filter(address -> !address.equals(Incoming.Peer.UNIX_SOCKET))
                        .map(Proxies::known)
                        .collect(Collectors.toUnmodifiableSet());
        this.trustsUnixSocket = trusted.contains(Incoming.Peer.UNIX_SOCKET);
    }

    String caller(String socket, Headers headers) {
        if (!trustsPeer(socket)) {
            return socket;
        }
        List<String> hops = values(headers, "X-Forwarded-For");
        if (hops.size() > MAX_HOPS) {
            return socket;
        }
        return hops.reversed().stream()
                .filter(hop -> !trusts(hop))
                .findFirst()
                .flatMap(Proxies::address)
                .map(InetAddress::getHostAddress)
                .orElse(socket);
    }

    /** The host that was asked for; a listed proxy may ask us by another name than it was asked. */
    String host(String socket, Headers headers) {
        List<String> before = trustsPeer(socket) ? values(headers, "X-Forwarded-Host") : List.of();
        return before.isEmpty() ? headers.only("Host").orElse("") : before.getLast();
    }

    /**
     * Plain http never leaves this machine: from elsewhere a request must have reached a trusted
     * proxy by https.
     */
    boolean cameSafely(String socket, Headers headers) {
        boolean isLocal =
                socket.equals(Incoming.Peer.UNIX_SOCKET)
                        || address(socket).map(InetAddress::isLoopbackAddress).orElse(false);
        List<String> schemes = values(headers, "X-Forwarded-Proto");
        return trustsPeer(socket)
                ? !schemes.isEmpty() && schemes.getLast().equalsIgnoreCase("https")
                : isLocal;
    }

    private boolean trustsPeer(String socket) {
        return socket.equals(Incoming.Peer.UNIX_SOCKET) ? trustsUnixSocket : trusts(socket);
    }

    private boolean trusts(String hop) {
        return !trusted.isEmpty() && address(hop).map(trusted::contains).orElse(false);
    }

    private static List<String> values(Headers headers, String name) {
        return headers.all(name).stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(String::strip)
                .toList();
    }

    private static InetAddress known(String text) {
        return address(text)
                .orElseThrow(() -> new IllegalArgumentException("not an address: " + text));
    }

    /**
     * An address of IPv4 in its one spelling: others read {@code 010.0.0.1} as octal, and {@code 1}
     * as no address.
     */
    private static Optional<InetAddress> address(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text))
                    .filter(known -> text.contains(":") || known.getHostAddress().equals(text));
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }
}
