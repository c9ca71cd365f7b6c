package dev.latchkey.model;

/** All that is needed to look a bearer token up: its kind, and the hash that the store knows. */
public record TokenKey(Kind kind, SecretHash hash) {
    /** The two kinds of bearer token; each has a table of its own. */
    public enum Kind {
        PERSONAL,
        ORGANIZATIONAL
    }

    public static TokenKey of(Secret.Bearer bearer) {
        return switch (bearer) {
            case Secret.Access access -> new TokenKey(Kind.PERSONAL, access.hash());
            case Secret.Organization organization ->
                    new TokenKey(Kind.ORGANIZATIONAL, organization.hash());
        };
    }
}
