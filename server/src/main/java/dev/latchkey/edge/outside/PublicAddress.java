package dev.latchkey.edge.outside;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;

/**
 * Tells addresses of the public internet from all others (the IANA registries of special-purpose
 * addresses). An outgoing call whose address a stranger names may only go to a public one.
 */
public final class PublicAddress {
  private static final List<Block> SPECIAL =
      List.of(
          new Block("0.0.0.0", 8),
          new Block("10.0.0.0", 8),
          new Block("100.64.0.0", 10),
          new Block("127.0.0.0", 8),
          new Block("169.254.0.0", 16),
          new Block("172.16.0.0", 12),
          new Block("192.0.0.0", 24),
          new Block("192.0.2.0", 24),
          new Block("192.88.99.0", 24),
          new Block("192.168.0.0", 16),
          new Block("198.18.0.0", 15),
          new Block("198.51.100.0", 24),
          new Block("203.0.113.0", 24),
          new Block("224.0.0.0", 3),
          new Block("2001::", 23),
          new Block("2001:db8::", 32),
          new Block("2002::", 16),
          new Block("3fff::", 20));

  /** All public IPv6 addresses are in this block. */
  private static final Block UNICAST = new Block("2000::", 3);

  private PublicAddress() {}

  private record Block(byte[] start, int bits) {
    Block(String start, int bits) {
      this(InetAddress.ofLiteral(start).getAddress(), bits);
    }

    boolean contains(byte[] address) {
      if (address.length != start.length) {
        return false;
      }
      for (int i = 0; i < bits; i++) {
        int mask = 0x80 >> (i % 8);
        if (((address[i / 8] ^ start[i / 8]) & mask) != 0) {
          return false;
        }
      }
      return true;
    }
  }

  public static boolean isPublic(InetAddress address) {
    byte[] bytes = address.getAddress();
    boolean isUnicast =
        switch (address) {
          case Inet4Address _ -> true;
          case Inet6Address _ -> UNICAST.contains(bytes);
          default -> false;
        };
    return isUnicast && SPECIAL.stream().noneMatch(block -> block.contains(bytes));
  }
}
