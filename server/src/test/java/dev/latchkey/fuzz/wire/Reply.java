package dev.latchkey.fuzz.wire;

/**
 * One answer: its status, its head and body as received, and the time that the client waited for
 * it.
 */
public record Reply(int status, String head, String body, long nanos) {
  /** Whether the server closes the connection after this answer. */
  boolean isLast() {
    return head.contains("\r\nConnection: close\r\n") || status == 101;
  }

  /** Whether another answer to the same request follows. */
  boolean isInterim() {
    return status >= 100 && status < 200 && status != 101;
  }
}
