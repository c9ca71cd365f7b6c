package dev.latchkey.edge.http;

import dev.latchkey.model.NumberSetting;
import dev.latchkey.model.NumberSetting.Means;
import dev.latchkey.model.process.HeapShare;

/**
 * How many connections and how much memory clients may use. When there are too many connections,
 * the server closes the one that has waited longest for its client. When clients hold too much
 * memory, it closes the connections that hold most.
 *
 * @param total connections that are open at the same time, and as many streams of HTTP/2
 * @param byAddress the same for one address; for IPv6, for one /64 network
 * @param memoryMegabytes what the server holds for all clients together: connections, requests from
 *     their first byte to the end of their answer, calls that are relayed, and unread answers
 * @param pipelined how many pipelined requests of one connection are answered before other
 *     connections get their turn
 */
public record ConnectionLimits(int total, int byAddress, int memoryMegabytes, int pipelined) {
  @Means("connections open at the same time, and as many streams of HTTP/2")
  public static final NumberSetting TOTAL = new NumberSetting("total", 16_384, 16, 1_000_000);

  @Means("the same from one address; of IPv6, from one /64")
  public static final NumberSetting BY_ADDRESS =
      new NumberSetting("by_address", 4_096, 1, 1_000_000);

  @Means(
      "what the server holds for all clients together, and never more than a quarter of the heap")
  public static final NumberSetting MEMORY_MEGABYTES =
      new NumberSetting("memory_megabytes", 64, 1, 100_000);

  @Means("requests of one connection that are answered before it is the turn of other connections")
  public static final NumberSetting PIPELINED = new NumberSetting("pipelined", 16, 1, 10_000);

  public static final ConnectionLimits DEFAULT =
      new ConnectionLimits(
          TOTAL.usual(), BY_ADDRESS.usual(), MEMORY_MEGABYTES.usual(), PIPELINED.usual());

  public ConnectionLimits {
    TOTAL.checked(total);
    BY_ADDRESS.checked(byAddress);
    MEMORY_MEGABYTES.checked(memoryMegabytes);
    PIPELINED.checked(pipelined);
  }

  public ConnectionLimits withTotal(int newTotal) {
    return new ConnectionLimits(newTotal, byAddress, memoryMegabytes, pipelined);
  }

  /** What all clients may make the server hold. It is never more than a quarter of the heap. */
  public long memoryBytes() {
    return HeapShare.CLIENTS.bytes(memoryMegabytes);
  }

  /** One network gets no more than half, so that others are served while it takes all it can. */
  public long memoryBytesByAddress() {
    return memoryBytes() / 2;
  }
}
