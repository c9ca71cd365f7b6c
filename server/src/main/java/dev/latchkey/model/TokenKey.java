package dev.latchkey.model;

import java.util.Optional;

/** All that is needed to look a bearer token up: its kind, and the hash that the store knows. */
public record TokenKey(Kind kind, SecretHash hash) {
    /** The two kinds of bearer token; each has a table of its own. */
    public enum Kind {
        PERSONAL,
        ORGANIZATIONAL
    }

    /**
     * The key of the token that these bytes spell; empty where {@link Secret#bearer} would find
     * none. It makes no text of them, because every check begins with this.
     */
    public static Optional<TokenKey> of(byte[] ascii, int from, int length) {
        if (Secret.ACCESS.isSpelled(ascii, from, length)) {
            return Optional.of(of(Kind.PERSONAL, ascii, from, length));
        }
        return Secret.ORGANIZATION.isSpelled(ascii, from, length)
                ? Optional.of(of(Kind.ORGANIZATIONAL, ascii, from, length))
                : Optional.empty();
    }

    private static TokenKey of(Kind kind, byte[] ascii, int from, int length) {
        return new TokenKey(kind, SecretHash.of(ascii, from, length));
    }

    public static TokenKey of(Secret.Bearer bearer) {
        return switch (bearer) {
            case Secret.Access access -> new TokenKey(Kind.PERSONAL, access.hash());
            case Secret.Organization organization ->
                    new TokenKey(Kind.ORGANIZATIONAL, organization.hash());
        };
    }
}
