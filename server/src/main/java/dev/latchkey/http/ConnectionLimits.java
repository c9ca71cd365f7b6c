package dev.latchkey.http;

import dev.latchkey.model.Limit;

/**
 * How many connections and how much memory clients may use. The defaults fit the heap size that the
 * launcher sets. When there are too many connections, the server closes the one that has waited
 * longest for its client. When a limit of memory is exceeded, it closes the connections that use
 * most.
 *
 * @param total connections that are open at the same time
 * @param byAddress connections that are open at the same time from one address; for IPv6, from one
 *     /64 network
 * @param incompleteMegabytes memory for requests that have not arrived completely, on all
 *     connections together
 * @param unsentMegabytes memory for responses that clients have not read yet, on all connections
 *     together
 * @param pipelined how many pipelined requests of one connection are answered before other
 *     connections get their turn
 */
public record ConnectionLimits(
        int total, int byAddress, int incompleteMegabytes, int unsentMegabytes, int pipelined) {
    public static final ConnectionLimits DEFAULT = new ConnectionLimits(16_384, 4_096, 32, 32, 16);

    private static final long MEGABYTE = 1_048_576;

    public ConnectionLimits {
        Limit.within("total", total, 16, 1_000_000);
        Limit.within("by_address", byAddress, 1, 1_000_000);
        Limit.within("incomplete_megabytes", incompleteMegabytes, 1, 100_000);
        Limit.within("unsent_megabytes", unsentMegabytes, 1, 100_000);
        Limit.within("pipelined", pipelined, 1, 10_000);
    }

    public ConnectionLimits withTotal(int newTotal) {
        return new ConnectionLimits(
                newTotal, byAddress, incompleteMegabytes, unsentMegabytes, pipelined);
    }

    public long incompleteBytes() {
        return incompleteMegabytes * MEGABYTE;
    }

    public long unsentBytes() {
        return unsentMegabytes * MEGABYTE;
    }
}
