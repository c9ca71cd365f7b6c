package dev.latchkey.storage.cache;

import dev.latchkey.model.SecretHash;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.RevokedTimes;
import dev.latchkey.storage.sqlite.SqliteTriggers;
import java.time.Instant;
import java.util.Optional;

/** What the store knows about a token. */
public sealed interface CachedToken {
  SecretHash hash();

  Optional<LiveToken> liveAt(Instant now);

  /**
   * The token has not been ended. {@code end} is when it expires; it is empty if it never does. The
   * end is compared when the value is used, because callers with different times share one query.
   * {@code lastUse} is the one that the store knew, of a token with a grant that was just read from
   * there.
   */
  record Live(SecretHash hash, LiveToken token, Optional<Instant> end, Optional<Instant> lastUse)
      implements CachedToken {
    /** A token whose use needs no note. */
    Live(SecretHash hash, LiveToken token, Optional<Instant> end) {
      this(hash, token, end, Optional.empty());
    }

    @Override
    public Optional<LiveToken> liveAt(Instant now) {
      return end.isEmpty() || end.get().isAfter(now) ? Optional.of(token) : Optional.empty();
    }

    /**
     * The rows from which this value was read. A membership has no id of its own: a change of a
     * membership is reported as a change of its user (see {@link SqliteTriggers}).
     */
    ChangeVersions.Dependencies dependencies() {
      return switch (token.root().origin()) {
        case TokenRoot.Grant grant ->
            ChangeVersions.Dependencies.of(
                    hash,
                    grant.id(),
                    token.client(),
                    token.shared().home(),
                    token.shared().owner().orElseThrow(),
                    token.subject(),
                    token.organization(),
                    token.team().orElseThrow())
                .and(RevokedTimes.PLATFORM);
        case TokenRoot.Standalone _ ->
            ChangeVersions.Dependencies.of(hash, token.client(), token.shared().home())
                .and(RevokedTimes.PLATFORM);
      };
    }
  }

  /** The token was rotated, or its grant has ended. Such a token never becomes active again. */
  record Ended(SecretHash hash) implements CachedToken {
    @Override
    public Optional<LiveToken> liveAt(Instant now) {
      return Optional.empty();
    }
  }
}
