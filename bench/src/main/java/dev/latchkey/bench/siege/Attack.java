package dev.latchkey.bench.siege;

import java.nio.charset.StandardCharsets;

/** A way to exhaust a limited resource of a server. */
public enum Attack {
  /** Sends 64,000 bytes of a body of 64 KiB and then nothing more. */
  STALLED_BODY(form(65_536) + "x".repeat(64_000), ""),

  /** Sends one small request, and then keeps the connection open. */
  LEFT_OPEN(get("/assets/latchkey.svg"), ""),

  /** Sends a head that never ends, one byte a second. */
  SLOW_HEAD("", lines("GET / HTTP/1.1", "Host: AUTHORITY") + "X-Slow: " + "x".repeat(1_000)),

  /** Sends a body, one byte a second. */
  SLOW_BODY(form(1_000), "x".repeat(1_000)),

  /** Requests the largest file again and again, and never reads an answer. */
  SLOW_READER(get("/assets/latchkey.css").repeat(400), "");

  private final String atOnce;
  private final String slowly;

  Attack(String atOnce, String slowly) {
    this.atOnce = atOnce;
    this.slowly = slowly;
  }

  /**
   * All bytes that a connection sends. The first {@link #bytesAtOnce} of them are sent without
   * waiting.
   */
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
