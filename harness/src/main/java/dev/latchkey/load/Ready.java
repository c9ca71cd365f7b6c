package dev.latchkey.load;

import java.nio.channels.SelectionKey;

/** What waits for a socket. Faults of the socket are dealt with inside. */
@FunctionalInterface
interface Ready {
    void ready(SelectionKey key);
}
