package dev.latchkey.storage;

import dev.latchkey.model.LiveToken;
import java.util.Optional;

/** What memory alone tells of a token. */
public sealed interface TokenPeek {
    /** The token as it is at this moment; empty if it is not active. */
    record Known(Optional<LiveToken> token) implements TokenPeek {}

    /** Memory cannot tell: only the store can. */
    record Unknown() implements TokenPeek {}
}
