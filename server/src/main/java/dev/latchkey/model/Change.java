package dev.latchkey.model;

/** A value that takes the place of another, if that one is still in force. */
public record Change<T>(T from, T to) {
    @Override
    public String toString() {
        return "Change[redacted]";
    }
}
