package dev.latchkey.model;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An authorization request on its way through sign-in to consent. The pages and addresses on the
 * way carry it and cannot read it: it is encrypted, bound to one browser, and expires
 * (docs/decisions/0005).
 */
public record SealedRequest(String text) {
    /** It fits in a request line, and as cookies beside the other headers of a request. */
    public static final int MOST_CHARS = 14_000;

    /** What every one of them holds is longer. */
    private static final int LEAST_CHARS = 100;

    private static final Pattern SHAPE =
            Pattern.compile("[A-Za-z0-9_-]{" + LEAST_CHARS + "," + MOST_CHARS + "}");

    /** Anything of this form can be appended to an address of ours: it leads nowhere else. */
    public static Optional<SealedRequest> parse(String text) {
        return SHAPE.matcher(text).matches()
                ? Optional.of(new SealedRequest(text))
                : Optional.empty();
    }
}
