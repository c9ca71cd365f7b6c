package dev.latchkey.storage;

/**
 * A count that stops at a bound. Beyond it a page only says that there are more, so counting
 * further would be wasted work. {@code isCut}: whether there are rows that were not looked at, so
 * that there may be more in any case.
 */
public record BoundedCount(int counted, boolean isCut) {
    public static final int BOUND = 1_000;

    /**
     * The most rows that a query needs to count. One row above the bound is enough to know that
     * there are more.
     */
    public static final int QUERY_LIMIT = BOUND + 1;

    public BoundedCount(int counted) {
        this(counted, false);
    }

    public boolean isMore() {
        return isCut || counted > BOUND;
    }

    public int shown() {
        return Math.min(counted, BOUND);
    }
}
