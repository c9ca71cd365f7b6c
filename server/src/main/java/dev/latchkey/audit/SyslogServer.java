package dev.latchkey.audit;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The syslog server that receives a copy of the audit log.
 *
 * @param certificate what its certificate is checked with; without one, those that the JDK trusts
 */
public record SyslogServer(Transport transport, String host, int port, Optional<Path> certificate) {
  public SyslogServer(Transport transport, String host, int port) {
    this(transport, host, port, Optional.empty());
  }

  /** How messages are separated on their way. */
  public enum Transport {
    /** RFC 6587 3.4.1: each message after its length. */
    TCP,
    /** RFC 5425: the same over TLS. The certificate of the server must name the host. */
    TLS,
    /** RFC 5426: one message in each datagram. */
    UDP
  }

  /** The same server, whose certificate is checked with this one. */
  public SyslogServer trusting(Path other) {
    return new SyslogServer(transport, host, port, Optional.of(other));
  }

  /** Throws {@link IllegalArgumentException} if the text is not such an address. */
  public static SyslogServer parse(String text) {
    URI address = URI.create(text);
    boolean isSound =
        address.getScheme() != null
            && address.getHost() != null
            && address.getPort() > 0
            && address.getRawUserInfo() == null
            && address.getRawPath().isEmpty()
            && address.getRawQuery() == null
            && address.getRawFragment() == null;
    if (!isSound) {
      throw new IllegalArgumentException("not tls://HOST:PORT, tcp://HOST:PORT or udp://HOST:PORT");
    }
    String host = address.getHost().replaceAll("[\\[\\]]", "");
    return switch (address.getScheme()) {
      case "tcp" -> new SyslogServer(Transport.TCP, host, address.getPort());
      case "tls" -> new SyslogServer(Transport.TLS, host, address.getPort());
      case "udp" -> new SyslogServer(Transport.UDP, host, address.getPort());
      default -> throw new IllegalArgumentException("neither tls nor tcp nor udp");
    };
  }
}
