package dev.latchkey.bench.siege;

import java.nio.charset.StandardCharsets;

/** A way to hold what a server has only so much of. */
public enum Attack {
    /** 64,000 bytes of a body of 64 KiB, and then silence. */
    STALLED_BODY(form(65_536) + "x".repeat(64_000), ""),

    /** One small request, and then the connection stays open. */
    LEFT_OPEN(get("/assets/latchkey.svg"), ""),

    /** A head that never ends, one byte a second. */
    SLOW_HEAD("", lines("GET / HTTP/1.1", "Host: AUTHORITY") + "X-Slow: " + "x".repeat(1_000)),

    /** A body of which one byte comes a second. */
    SLOW_BODY(form(1_000), "x".repeat(1_000)),

    /** The largest file, asked for again and again, and no answer is ever read. */
    SLOW_READER(get("/assets/pico.css").repeat(400), "");

    private final String atOnce;
    private final String slowly;

    Attack(String atOnce, String slowly) {
        this.atOnce = atOnce;
        this.slowly = slowly;
    }

    /** All that a connection sends; the first {@link #bytesAtOnce} of it without waiting. */
    byte[] bytes(int port) {
        return ascii(atOnce + slowly, port);
    }

    int bytesAtOnce(int port) {
        return ascii(atOnce, port).length;
    }

    boolean isSlow() {
        return !slowly.isEmpty();
    }

    boolean reads() {
        return this != SLOW_READER;
    }

    private static String get(String path) {
        return lines("GET " + path + " HTTP/1.1", "Host: AUTHORITY", "");
    }

    private static String form(int length) {
        return lines(
                "POST /oauth2/token HTTP/1.1",
                "Host: AUTHORITY",
                "Content-Type: application/x-www-form-urlencoded",
                "Content-Length: " + length,
                "");
    }

    private static String lines(String... lines) {
        return String.join("\r\n", lines) + "\r\n";
    }

    private static byte[] ascii(String text, int port) {
        return text.replace("AUTHORITY", "localhost:" + port).getBytes(StandardCharsets.US_ASCII);
    }
}
