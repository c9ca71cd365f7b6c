package dev.latchkey.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * SHA-256 of a secret: all that is ever stored of it (decision 5.2). Enough, because every secret
 * has 256 random bits.
 */
public final class SecretHash {
    private final byte[] bytes;

    private SecretHash(byte[] bytes) {
        this.bytes = bytes;
    }

    public static SecretHash of(String text) {
        try {
            return new SecretHash(
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static SecretHash stored(byte[] bytes) {
        return new SecretHash(bytes.clone());
    }

    /** Reads what {@link #text} wrote. */
    public static Optional<SecretHash> parse(String text) {
        return text.matches("[0-9a-f]{64}")
                ? Optional.of(new SecretHash(HexFormat.of().parseHex(text)))
                : Optional.empty();
    }

    /** Names a secret to whoever may end it, and to nobody else. */
    public String text() {
        return HexFormat.of().formatHex(bytes);
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SecretHash hash && MessageDigest.isEqual(bytes, hash.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "SecretHash[redacted]";
    }
}
