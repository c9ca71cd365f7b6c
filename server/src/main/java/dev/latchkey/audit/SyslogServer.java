package dev.latchkey.audit;

import java.net.URI;

/** The syslog server that receives a copy of the audit log. */
public record SyslogServer(Transport transport, String host, int port) {
  /** How messages are separated on their way. */
  public enum Transport {
    /** RFC 6587 3.4.1: each message after its length. */
    TCP,
    /** RFC 5426: one message in each datagram. */
    UDP
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
      throw new IllegalArgumentException("not tcp://HOST:PORT or udp://HOST:PORT");
    }
    String host = address.getHost().replaceAll("[\\[\\]]", "");
    return switch (address.getScheme()) {
      case "tcp" -> new SyslogServer(Transport.TCP, host, address.getPort());
      case "udp" -> new SyslogServer(Transport.UDP, host, address.getPort());
      default -> throw new IllegalArgumentException("neither tcp nor udp");
    };
  }
}
