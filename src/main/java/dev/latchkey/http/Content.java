package dev.latchkey.http;

import java.io.InputStream;
import java.util.OptionalLong;

/** What an answer carries. */
public sealed interface Content {
    Whole NONE = new Whole(new byte[0]);

    record Whole(byte[] bytes) implements Content {}

    /**
     * Sent on as it comes; without a length it goes in chunks. The source is closed in the end,
     * whether it was read or not, and a fault of it breaks the connection off: the client must not
     * take a part for the whole.
     */
    record Streamed(OptionalLong length, InputStream source) implements Content {}
}
