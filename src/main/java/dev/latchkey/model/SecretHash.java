package dev.latchkey.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * SHA-256 of a secret: all that is ever stored of it (decision 5.2). Enough, because every secret
 * has 256 random bits.
 */
public final class SecretHash {
    private static final MessageDigest SHA_256 = sha256();

    /** Four numbers instead of an array: a million of these are kept, and compared all the time. */
    private final long first;

    private final long second;
    private final long third;
    private final long fourth;

    private SecretHash(ByteBuffer bytes) {
        this.first = bytes.getLong();
        this.second = bytes.getLong();
        this.third = bytes.getLong();
        this.fourth = bytes.getLong();
    }

    public static SecretHash of(String text) {
        try {
            var digest = (MessageDigest) SHA_256.clone();
            return stored(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static SecretHash stored(byte[] bytes) {
        return new SecretHash(ByteBuffer.wrap(bytes));
    }

    /** Reads what {@link #text} wrote. */
    public static Optional<SecretHash> parse(String text) {
        return text.matches("[0-9a-f]{64}")
                ? Optional.of(stored(HexFormat.of().parseHex(text)))
                : Optional.empty();
    }

    /** Names a secret to whoever may end it, and to nobody else. */
    public String text() {
        return HexFormat.of().formatHex(bytes());
    }

    public byte[] bytes() {
        return ByteBuffer.allocate(4 * Long.BYTES)
                .putLong(first)
                .putLong(second)
                .putLong(third)
                .putLong(fourth)
                .array();
    }

    /** In the same time wherever two differ. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SecretHash hash
                && ((first ^ hash.first)
                                | (second ^ hash.second)
                                | (third ^ hash.third)
                                | (fourth ^ hash.fourth))
                        == 0;
    }

    /** Any part of it is as good as drawn at random. */
    @Override
    public int hashCode() {
        return (int) first;
    }

    @Override
    public String toString() {
        return "SecretHash[redacted]";
    }
}
