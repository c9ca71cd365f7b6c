package dev.latchkey.http;

/** Numbers about the connections of one server, for monitoring. */
public interface Traffic {
    /** Why a connection was refused or closed by a limit. */
    enum Cut {
        /** The limit on all connections was reached, and no connection was idle. */
        TOTAL,
        /** The limit on connections of one address was reached. */
        ADDRESS,
        /** It was idle while the limit was reached and another client wanted to connect. */
        MADE_ROOM,
        /** It was idle for too long. */
        IDLE,
        /** Its request came too slowly. */
        SLOW_REQUEST,
        /** Its client read the answer too slowly. */
        SLOW_READER,
        /**
         * The limit on bytes of incomplete requests was exceeded, and this connection held many of
         * them.
         */
        INCOMPLETE,
        /**
         * The limit on unsent bytes of answers was exceeded, and this connection held many of them.
         */
        UNSENT
    }

    int open();

    long incompleteBytes();

    long unsentBytes();

    long cut(Cut why);
}
