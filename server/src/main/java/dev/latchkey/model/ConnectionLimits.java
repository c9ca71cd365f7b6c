package dev.latchkey.model;

/**
 * How much clients may take up by connecting. The defaults are safe with the heap that the launcher
 * sets; what is beyond a limit is closed, the longest idle first.
 *
 * @param total open at the same time
 * @param byAddress of them from one address; of IPv6, from one /64
 * @param incompleteMegabytes of requests that have not come whole, on all connections together
 * @param unsentMegabytes of answers that clients have not taken yet, on all connections together
 * @param pipelined requests that one connection is answered before it is the turn of the others
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

    public ConnectionLimits withTotal(int other) {
        return new ConnectionLimits(
                other, byAddress, incompleteMegabytes, unsentMegabytes, pipelined);
    }

    public long incompleteBytes() {
        return incompleteMegabytes * MEGABYTE;
    }

    public long unsentBytes() {
        return unsentMegabytes * MEGABYTE;
    }
}
