package dev.latchkey.storage.cache;

import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.SharedClaims;
import dev.latchkey.model.TokenLife;
import dev.latchkey.model.TokenRoot;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.sqlite.SqliteTriggers;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** What the store has of a token. */
public sealed interface CachedToken {
    String SELECT_PERSONAL =
            """
            SELECT p.access_hash AS token_hash, g.user_id, g.email, g.client_id, g.owner_id, g.grant_id,
                p.scope, g.options, g.organization_id, g.team_id, g.times_disabled, p.access_expires_at
            FROM pairs p
            JOIN live_grants g ON g.grant_id = p.grant_id
            WHERE p.access_hash {among}
              AND p.rotated_at IS NULL
            """;
    String SELECT_ORGANIZATIONAL =
            """
            SELECT t.token_hash, c.subject_id, c.client_id, t.scope, c.organization_id, c.team_id, t.ended_at
            FROM organization_tokens t
            JOIN credentials c ON c.client_id = t.client_id
            WHERE t.token_hash {among}
              AND c.deleted_at IS NULL
            """;
    String SELECT_ENDED =
            """
            SELECT p.access_hash AS token_hash
            FROM pairs p
            JOIN grants g ON g.grant_id = p.grant_id
            WHERE p.access_hash {among}
              AND (p.rotated_at IS NOT NULL OR g.ended_at IS NOT NULL)
            """;

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

    static CachedToken ended(Sql.Row row) throws SQLException {
        return new Ended(SecretHash.stored(row.bytes("token_hash")));
    }

    static Live personal(Sql.Row row) throws SQLException {
        Instant deadline = row.instant("access_expires_at");
        return new Live(
                SecretHash.stored(row.bytes("token_hash")),
                new LiveToken(
                        new Id.User(row.text("user_id")),
                        Optional.of(row.text("email")),
                        new TokenRoot.Grant(new Id.Grant(row.text("grant_id"))),
                        new SharedClaims(
                                new Id.Client(row.text("client_id")),
                                Optional.of(new Id.User(row.text("owner_id"))),
                                new Id.Organization(row.text("organization_id")),
                                Optional.of(new Id.Team(row.text("team_id"))),
                                Scopes.parse(row.text("scope")),
                                Scopes.Separator.of(row.text("options"))),
                        new TokenLife.Until(deadline)),
                Optional.of(deadline));
    }

    static CachedToken organizational(Sql.Row row) throws SQLException {
        SecretHash hash = SecretHash.stored(row.bytes("token_hash"));
        Optional<Instant> end = row.maybeInstant("ended_at");
        return new Live(
                hash,
                new LiveToken(
                        new Id.VirtualAdministrator(row.text("subject_id")),
                        Optional.empty(),
                        new TokenRoot.Itself(hash),
                        new SharedClaims(
                                new Id.Client(row.text("client_id")),
                                Optional.empty(),
                                new Id.Organization(row.text("organization_id")),
                                row.maybeText("team_id").map(Id.Team::new),
                                Scopes.parse(row.text("scope")),
                                Scopes.Separator.COMMA),
                        TokenLife.ending(end)),
                end);
    }
}
