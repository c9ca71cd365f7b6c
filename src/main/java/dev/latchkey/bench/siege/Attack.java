package dev.latchkey.bench.siege;

import java.nio.charset.StandardCharsets;

/** A way to hold what a server has only so much of. */
public enum Attack {
    /** 64,000 bytes of a body of 64 KiB, and then silence. */
    STALLED_BODY(
            "POST /oauth2/token HTTP/1.1\r\nHost: AUTHORITY\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: 65536\r\n\r\n"
                    + "x".repeat(64_000),
            Pace.AT_ONCE),

    /** One small request, and then the connection stays open. */
    LEFT_OPEN("GET /assets/latchkey.svg HTTP/1.1\r\nHost: AUTHORITY\r\n\r\n", Pace.AT_ONCE),

    /** A head that never ends, one byte a second. */
    SLOW_HEAD(
            "GET / HTTP/1.1\r\nHost: AUTHORITY\r\nX-Slow: " + "x".repeat(1_000),
            Pace.BYTE_A_SECOND),

    /** The largest file, asked for again and again, and no answer is ever read. */
    SLOW_READER(
            "GET /assets/pico.css HTTP/1.1\r\nHost: AUTHORITY\r\n\r\n".repeat(400), Pace.AT_ONCE);

    /** How a connection sends its bytes. */
    enum Pace {
        AT_ONCE,
        BYTE_A_SECOND
    }

    private final String bytes;
    private final Pace pace;

    Attack(String bytes, Pace pace) {
        this.bytes = bytes;
        this.pace = pace;
    }

    byte[] bytes(int port) {
        return bytes.replace("AUTHORITY", "localhost:" + port).getBytes(StandardCharsets.US_ASCII);
    }

    Pace pace() {
        return pace;
    }

    boolean reads() {
        return this != SLOW_READER;
    }
}
