package dev.latchkey.http.netty;

import dev.latchkey.http.Traffic.Cut;

/** A client's connection, as the one that keeps its limits sees it. On the loop's thread only. */
interface Watched {
    /** Looks after its deadlines, twice a second. */
    void look(long now);

    /** Whether it waits for its client, and did so when it was last put in its place. */
    boolean isIdleSinceListed();

    void listedAt(long now);

    /** Since when it has waited for its client. */
    long waitingSince();

    long incompleteBytes();

    long unsentBytes();

    void cut(Cut why);

    /** The server stops: what is under way ends, and nothing more begins. */
    void stop();
}
