package dev.latchkey.load;

import dev.latchkey.host.HostFault;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Addresses of the loopback network. On Linux a client can connect from every address of
 * 127.0.0.0/8.
 */
public final class Loopback {
  private Loopback() {}

  /**
   * Returns {@code count} addresses. Different values of {@code network} give different addresses.
   */
  public static List<InetAddress> addresses(int network, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> address(network, i)).toList();
  }

  private static InetAddress address(int network, int host) {
    try {
      return InetAddress.getByAddress(new byte[] {127, 0, (byte) network, (byte) host});
    } catch (UnknownHostException impossible) {
      throw new HostFault("no such address", impossible);
    }
  }
}
