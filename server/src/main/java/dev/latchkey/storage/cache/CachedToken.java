package dev.latchkey.storage.cache;

import dev.latchkey.model.LiveToken;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenRoot;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.sqlite.SqliteTriggers;
import java.time.Instant;
import java.util.Optional;

/** What the store has of a token. */
public sealed interface CachedToken {
    SecretHash hash();

    Optional<LiveToken> liveAt(Instant now);

    /**
     * Nobody ended it, and until when that holds if nobody does: the clock is the caller's, and
     * callers of many moments share one question.
     */
    record Live(SecretHash hash, LiveToken token, Optional<Instant> end) implements CachedToken {
        @Override
        public Optional<LiveToken> liveAt(Instant now) {
            return end.isEmpty() || end.get().isAfter(now) ? Optional.of(token) : Optional.empty();
        }

        /**
         * The rows this was read from. A membership has no name of its own: a change of one is told
         * as a change of its user (see {@link SqliteTriggers}).
         */
        ChangeVersions.Dependencies dependencies() {
            return switch (token.root()) {
                case TokenRoot.Grant grant ->
                        ChangeVersions.Dependencies.of(
                                hash,
                                grant.id(),
                                token.client(),
                                token.shared().owner().orElseThrow(),
                                token.subject(),
                                token.team().orElseThrow());
                case TokenRoot.Itself itself ->
                        ChangeVersions.Dependencies.of(hash, token.client());
            };
        }
    }

    /** Rotated, or its grant has ended: nothing brings it back. */
    record Ended(SecretHash hash) implements CachedToken {
        @Override
        public Optional<LiveToken> liveAt(Instant now) {
            return Optional.empty();
        }
    }
}
