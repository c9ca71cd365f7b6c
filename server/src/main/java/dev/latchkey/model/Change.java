package dev.latchkey.model;

/** A value that replaces another one, if the old value is still the current one. */
public record Change<T>(T from, T to) {
    @Override
    public String toString() {
        return "Change[redacted]";
    }
}
