package dev.latchkey.login;

/** A key that is shown to be taken into an app: it counts once a code has confirmed it. */
public record Offer(String key, String address, QrDrawing picture, String sealed) {
    @Override
    public String toString() {
        return "Offer[redacted]";
    }
}
