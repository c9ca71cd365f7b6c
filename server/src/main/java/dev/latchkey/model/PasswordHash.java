package dev.latchkey.model;

/** An Argon2id hash in its usual text form, which names its own cost. */
public record PasswordHash(String text) {
    @Override
    public String toString() {
        return "PasswordHash[redacted]";
    }
}
