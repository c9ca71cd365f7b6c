package dev.latchkey.edge.http;

import dev.latchkey.model.AllowedNetworks;
import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Machines that an operator has listed by address or network. The Unix socket is listed as {@code
 * unix}.
 */
public final class ListedPeers {
  private final AllowedNetworks networks;
  private final boolean hasUnixSocket;

  /** Throws {@link IllegalArgumentException} if an entry is not an address or a network. */
  public ListedPeers(Set<String> listed) {
    this.networks =
        AllowedNetworks.parse(
            listed.stream()
                .filter(entry -> !entry.equals(Incoming.Peer.UNIX_SOCKET))
                .collect(Collectors.joining("\n")));
    this.hasUnixSocket = listed.contains(Incoming.Peer.UNIX_SOCKET);
  }

  /** Whether the peer of a connection is listed. */
  public boolean hasPeer(String socket) {
    return socket.equals(Incoming.Peer.UNIX_SOCKET) ? hasUnixSocket : has(socket);
  }

  /** Whether an address that a header names is listed. A header can never name the Unix socket. */
  boolean has(String address) {
    return !networks.isEverywhere() && networks.allow(address);
  }

  /**
   * Parses an address. An IPv4 address is accepted only in its usual spelling. The reason: other
   * programs read {@code 010.0.0.1} as octal, and do not read {@code 1} as an address.
   */
  static Optional<InetAddress> read(String address) {
    try {
      return Optional.of(InetAddress.ofLiteral(address))
          .filter(literal -> address.contains(":") || literal.getHostAddress().equals(address));
    } catch (IllegalArgumentException notAnAddress) {
      return Optional.empty();
    }
  }
}
