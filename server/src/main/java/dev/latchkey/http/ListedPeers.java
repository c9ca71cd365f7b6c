package dev.latchkey.http;

import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Machines that an operator has listed by address. The Unix socket is listed as {@code unix}. */
public final class ListedPeers {
    private final Set<InetAddress> addresses;
    private final boolean hasUnixSocket;

    /**
     * Throws {@link IllegalArgumentException} if an entry is not an address, but for example a name
     * or a range.
     */
    public ListedPeers(Set<String> listed) {
        this.addresses =
                listed.stream()
                        .filter(address -> !address.equals(Incoming.Peer.UNIX_SOCKET))
                        .map(ListedPeers::literal)
                        .collect(Collectors.toUnmodifiableSet());
        this.hasUnixSocket = listed.contains(Incoming.Peer.UNIX_SOCKET);
    }

    /** Whether the peer of a connection is listed. */
    public boolean hasPeer(String socket) {
        return socket.equals(Incoming.Peer.UNIX_SOCKET) ? hasUnixSocket : has(socket);
    }

    /**
     * Whether an address that a header names is listed. A header can never name the Unix socket.
     */
    boolean has(String address) {
        return !addresses.isEmpty() && read(address).map(addresses::contains).orElse(false);
    }

    private static InetAddress literal(String listed) {
        return read(listed)
                .orElseThrow(() -> new IllegalArgumentException("not an address: " + listed));
    }

    /**
     * Parses an address. An IPv4 address is accepted only in its usual spelling. The reason: other
     * programs read {@code 010.0.0.1} as octal, and do not read {@code 1} as an address.
     */
    static Optional<InetAddress> read(String address) {
        try {
            return Optional.of(InetAddress.ofLiteral(address))
                    .filter(literal ->
                            address.contains(":") || literal.getHostAddress().equals(address));
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }
}
