package dev.latchkey.http;

import java.io.InputStream;
import java.util.OptionalLong;

/** What an answer carries. */
public sealed interface Content {
    Whole NONE = new Whole(new byte[0]);

    record Whole(byte[] bytes) implements Content {}

    /**
     * Sent while it is read. The source is closed in the end, whether it was read or not. If it
     * fails, the connection is closed, so that the client does not take a part for the whole.
     */
    record Streamed(OptionalLong length, InputStream source) implements Content {}

    /** A service behind the gateway answers; status and headers are those that it sends. */
    record Relayed(Relay relay) implements Content {}
}
