package dev.latchkey.edge.http;

import dev.latchkey.model.Network;
import dev.latchkey.model.Rate;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Limits the rate of requests from one address. The limit applies to all requests, and it is
 * checked before anything is looked up for them.
 */
public final class AddressGate {
  private static final int IPV6_NETWORK_BYTES = 8;

  private final Optional<RateLimit> limit;

  public AddressGate(Optional<Rate> rate, InstantSource clock) {
    this.limit = rate.map(perAddress -> new RateLimit("address", perAddress, clock));
  }

  public void sweep() {
    limit.ifPresent(RateLimit::sweep);
  }

  Optional<Refusal> refuse(String address) {
    return limit.flatMap(rate -> rate.take(network(address)));
  }

  /**
   * The network whose requests and connections count together. For IPv6 it is the first 64 bits of
   * the address, because a client usually controls all addresses of such a network. A text that is
   * not an address, such as that of a Unix socket, is a network of its own.
   */
  public static Network network(String address) {
    try {
      byte[] bytes = InetAddress.ofLiteral(address).getAddress();
      int length = Math.min(bytes.length, IPV6_NETWORK_BYTES);
      return new Network(HexFormat.of().formatHex(bytes, 0, length));
    } catch (IllegalArgumentException notAnAddress) {
      return new Network(address);
    }
  }
}
