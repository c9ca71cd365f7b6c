package dev.latchkey.model;

/** How many there are, counted no further than a page needs to know. */
public record BoundedCount(int counted) {
    public static final int BOUND = 1_000;

    /** What a query has to count to at most, to tell that there are more. */
    public static final int STOP = BOUND + 1;

    public boolean isMore() {
        return counted > BOUND;
    }

    public int shown() {
        return Math.min(counted, BOUND);
    }
}
