package dev.latchkey.http;

import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Machines that an operator has listed by address. The Unix socket is listed as {@code unix}. */
public final class ListedPeers {
    private final Set<InetAddress> addresses;
    private final boolean hasUnixSocket;

    /** {@link IllegalArgumentException} for what is no address: a name, or a range. */
    public ListedPeers(Set<String> listed) {
        this.addresses =
                listed.stream()
                        .filter(address -> !address.equals(Incoming.Peer.UNIX_SOCKET))
                        .map(ListedPeers::known)
                        .collect(Collectors.toUnmodifiableSet());
        this.hasUnixSocket = listed.contains(Incoming.Peer.UNIX_SOCKET);
    }

    /** Whether the other end of a connection is one of them. */
    public boolean hasPeer(String socket) {
        return socket.equals(Incoming.Peer.UNIX_SOCKET) ? hasUnixSocket : has(socket);
    }

    /** The same of an address that a header names, which is never the Unix socket. */
    boolean has(String address) {
        return !addresses.isEmpty() && read(address).map(addresses::contains).orElse(false);
    }

    private static InetAddress known(String listed) {
        return read(listed)
                .orElseThrow(() -> new IllegalArgumentException("not an address: " + listed));
    }

    /**
     * An address of IPv4 in its one spelling: others read {@code 010.0.0.1} as octal, and {@code 1}
     * as no address.
     */
    static Optional<InetAddress> read(String address) {
        try {
            return Optional.of(InetAddress.ofLiteral(address))
                    .filter(known ->
                            address.contains(":") || known.getHostAddress().equals(address));
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }
}
