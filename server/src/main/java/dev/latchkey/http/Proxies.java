package dev.latchkey.http;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

/**
 * The machines in front of this one whose word counts about where a request came from and how.
 * Nobody else's does: the headers are read from their right end, and what cannot be read there
 * leaves the socket's own address standing (decision 5.4).
 */
public final class Proxies {
    private static final int MAX_HOPS = 20;

    private final ListedPeers trusted;

    public Proxies(ListedPeers trusted) {
        this.trusted = trusted;
    }

    String caller(String socket, Headers headers) {
        if (!trusted.hasPeer(socket)) {
            return socket;
        }
        List<String> hops = values(headers, "X-Forwarded-For");
        if (hops.size() > MAX_HOPS) {
            return socket;
        }
        return hops.reversed().stream()
                .filter(hop -> !trusted.has(hop))
                .findFirst()
                .flatMap(ListedPeers::read)
                .map(InetAddress::getHostAddress)
                .orElse(socket);
    }

    /** The host that was asked for; a listed proxy may ask us by another name than it was asked. */
    String host(String socket, Headers headers) {
        List<String> before =
                trusted.hasPeer(socket) ? values(headers, "X-Forwarded-Host") : List.of();
        return before.isEmpty() ? headers.only("Host").orElse("") : before.getLast();
    }

    /**
     * Plain http never leaves this machine: from elsewhere a request must have reached a trusted
     * proxy by https.
     */
    boolean cameSafely(String socket, Headers headers) {
        boolean isLocal =
                socket.equals(Incoming.Peer.UNIX_SOCKET)
                        || ListedPeers.read(socket)
                                .map(InetAddress::isLoopbackAddress)
                                .orElse(false);
        List<String> schemes = values(headers, "X-Forwarded-Proto");
        return trusted.hasPeer(socket)
                ? !schemes.isEmpty() && schemes.getLast().equalsIgnoreCase("https")
                : isLocal;
    }

    private static List<String> values(Headers headers, String name) {
        return headers.all(name).stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(String::strip)
                .toList();
    }
}
