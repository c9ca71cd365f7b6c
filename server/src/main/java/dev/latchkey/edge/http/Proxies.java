package dev.latchkey.edge.http;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

/**
 * The trusted proxies in front of this server. Their headers say from which address a request came,
 * for which host, and whether over https. Headers from other machines are ignored. A list in a
 * header is read from its right end; if an entry there cannot be parsed, the address of the socket
 * is used. What a caller puts at the left end of a list changes nothing.
 *
 * <p>Proxies are listed by address. An address can be compared without a name server, and a range
 * would include machines that the operator did not think of. The right end of a list was written by
 * the operator's own proxy, the rest perhaps by the caller. A listed proxy must say that the client
 * used https, so a proxy that is not configured for it is noticed with the first request, and not
 * by a token that was sent in clear.
 */
public record Proxies(ListedPeers trusted) {
  private static final int MAX_HOPS = 20;

  /** Whether this is the address of the socket of a trusted proxy. */
  boolean trusts(String socket) {
    return trusted.hasPeer(socket);
  }

  /** The address of the client that sent a request. */
  public String caller(Incoming head) {
    return caller(head.peer().address(), head.headers());
  }

  String caller(String socket, Headers headers) {
    if (!trusted.hasPeer(socket)) {
      return socket;
    }
    return values(headers, "X-Forwarded-For").reversed().stream()
        .limit(MAX_HOPS)
        .filter(hop -> !trusted.has(hop))
        .findFirst()
        .flatMap(ListedPeers::read)
        .map(InetAddress::getHostAddress)
        .orElse(socket);
  }

  /**
   * The host that the client asked for. A trusted proxy may use another host name in its own
   * request to this server.
   */
  String host(String socket, Headers headers) {
    List<String> before = trusted.hasPeer(socket) ? values(headers, "X-Forwarded-Host") : List.of();
    return before.isEmpty() ? headers.only("Host").orElse("") : before.getLast();
  }

  /**
   * Whether the request was sent over a safe connection. Plain http is accepted from this machine
   * only; from elsewhere a request must have reached a trusted proxy over https.
   */
  boolean wasForwardedByHttps(String socket, Headers headers) {
    boolean isLocal =
        socket.equals(Incoming.Peer.UNIX_SOCKET)
            || ListedPeers.read(socket).map(InetAddress::isLoopbackAddress).orElse(false);
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
