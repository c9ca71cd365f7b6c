package dev.latchkey.model;

/**
 * An Argon2id hash in its usual text form, with its cost inside, so that a raised cost is seen and
 * applied.
 */
public record PasswordHash(String text) {
    @Override
    public String toString() {
        return "PasswordHash[redacted]";
    }
}
