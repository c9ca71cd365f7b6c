package dev.latchkey.login;

/** A key that is shown to be taken into an app: it counts once a code has confirmed it. */
public record PendingKey(String text, String address, QrDrawing picture, String sealed) {
    @Override
    public String toString() {
        return "PendingKey[redacted]";
    }
}
