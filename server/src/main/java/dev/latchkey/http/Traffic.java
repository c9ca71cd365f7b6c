package dev.latchkey.http;

/** What an operator can see of the connections of one server. */
public interface Traffic {
    /** Why a connection was refused or closed by a limit. */
    enum Cut {
        /** There were as many as there may be, and none was idle. */
        TOTAL,
        /** Its address had as many as it may. */
        ADDRESS,
        /** It was idle while others wanted to connect. */
        MADE_ROOM,
        /** It was idle for too long. */
        IDLE,
        /** Its request came too slowly. */
        SLOW_REQUEST,
        /** Its client took the answer too slowly. */
        SLOW_READER,
        /** Too many bytes of requests were incomplete, and most of them here. */
        INCOMPLETE,
        /** Too many bytes of answers were not taken, and most of them here. */
        UNSENT
    }

    int open();

    long incompleteBytes();

    long unsentBytes();

    long cut(Cut why);
}
