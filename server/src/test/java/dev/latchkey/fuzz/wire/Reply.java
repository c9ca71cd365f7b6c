package dev.latchkey.fuzz.wire;

/** One answer: its status, its head and body as they came, and how long it was waited for. */
record Reply(int status, String head, String body, long nanos) {
    /** The connection ends after this one. */
    boolean isLast() {
        return head.contains("\r\nConnection: close\r\n") || status == 101;
    }

    /** Another will follow for the same request. */
    boolean isInterim() {
        return status >= 100 && status < 200 && status != 101;
    }
}
