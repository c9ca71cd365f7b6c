package dev.latchkey.alert.watch;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The block of addresses that calls are compared by: the first 16 bits of an IPv4 address, and the
 * first 32 of an IPv6 address, which providers get as one. Smaller blocks would make an alert of
 * each new machine of a cloud.
 */
record CallerNetwork(String text) {
  private static final int IPV4_BYTES = 4;

  static CallerNetwork of(String address) {
    try {
      byte[] bytes = InetAddress.ofLiteral(address).getAddress();
      int kept = bytes.length == IPV4_BYTES ? 2 : 4;
      byte[] first = Arrays.copyOf(Arrays.copyOf(bytes, kept), bytes.length);
      String written =
          InetAddress.getByAddress(first).getHostAddress().replaceFirst("(:0)+$", "::");
      return new CallerNetwork(written + "/" + kept * Byte.SIZE);
    } catch (IllegalArgumentException | UnknownHostException notAnAddress) {
      return new CallerNetwork(address);
    }
  }
}
