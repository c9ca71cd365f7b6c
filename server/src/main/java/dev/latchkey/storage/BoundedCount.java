package dev.latchkey.storage;

/**
 * A count that stops at a bound. Beyond it a page only says that there are more, so counting
 * further would be wasted work.
 */
public record BoundedCount(int counted) {
    public static final int BOUND = 1_000;

    /**
     * The most rows that a query needs to count. One row above the bound is enough to know that
     * there are more.
     */
    public static final int QUERY_LIMIT = BOUND + 1;

    public boolean isMore() {
        return counted > BOUND;
    }

    public int shown() {
        return Math.min(counted, BOUND);
    }
}
