package dev.latchkey.login.factor;

/**
 * A key of an authenticator app that is shown to be set up. It takes effect when a code has
 * confirmed it.
 */
public record PendingKey(String text, String address, QrDrawing picture, String sealed) {
  @Override
  public String toString() {
    return "PendingKey[redacted]";
  }
}
