package dev.latchkey.http.netty;

import dev.latchkey.http.Traffic.Cut;

/** A client's connection, as the one that keeps its limits sees it. On the loop's thread only. */
interface WatchedConnection {
    /** Looks after its deadlines, twice a second. */
    void look(long now);

    ConnectionUsage usage();

    /** Whether nothing of it is being worked on: its client has to say something first. */
    boolean waitsForClient();

    void cut(Cut why);

    /** The server stops: what is under way ends, and nothing more begins. */
    void stop();
}
