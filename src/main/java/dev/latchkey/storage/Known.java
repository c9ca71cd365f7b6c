package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenLife;
import dev.latchkey.model.TokenRoot;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the store has of a token that nobody ended, and until when that holds if nobody does: the
 * clock is the caller's, and callers of many moments share one question.
 */
record Known(SecretHash hash, LiveToken token, Optional<Instant> end) {
    static final String SELECT_PERSONAL =
            "SELECT p.access_hash AS token_hash, g.user_id, g.email, g.client_id, g.grant_id, p.scope, g.options, g.organization_id, g.team_id,"
                    + " p.access_expires_at"
                    + " FROM pairs p JOIN live_grants g ON g.grant_id = p.grant_id"
                    + " WHERE p.access_hash {among} AND p.rotated_at IS NULL";
    static final String SELECT_ORGANIZATIONAL =
            "SELECT t.token_hash, c.subject_id, c.client_id, t.scope, c.organization_id, c.team_id, t.ended_at"
                    + " FROM organization_tokens t JOIN credentials c ON c.client_id = t.client_id"
                    + " WHERE t.token_hash {among} AND c.deleted_at IS NULL";

    /** Stands in no text: forms refuse it, and arguments cannot hold it. */
    private static final String BETWEEN = "\0";

    boolean isLiveAt(Instant now) {
        return end.isEmpty() || end.get().isAfter(now);
    }

    static Known personal(Sql.Row row) throws SQLException {
        Instant deadline = row.instant("access_expires_at");
        return new Known(
                SecretHash.stored(row.bytes("token_hash")),
                new LiveToken(
                        new Id.User(row.text("user_id")),
                        Optional.of(row.text("email")),
                        new Id.Client(row.text("client_id")),
                        new TokenRoot.Grant(new Id.Grant(row.text("grant_id"))),
                        Scopes.parse(row.text("scope")),
                        LiveGrant.separator(row),
                        new Id.Organization(row.text("organization_id")),
                        Optional.of(new Id.Team(row.text("team_id"))),
                        new TokenLife.Until(deadline)),
                Optional.of(deadline));
    }

    static Known organizational(Sql.Row row) throws SQLException {
        SecretHash hash = SecretHash.stored(row.bytes("token_hash"));
        Optional<Instant> end = row.maybeInstant("ended_at");
        return new Known(
                hash,
                new LiveToken(
                        new Id.VirtualAdministrator(row.text("subject_id")),
                        Optional.empty(),
                        new Id.Client(row.text("client_id")),
                        new TokenRoot.Itself(hash),
                        Scopes.parse(row.text("scope")),
                        Scopes.Separator.COMMA,
                        new Id.Organization(row.text("organization_id")),
                        row.maybeText("team_id").map(Id.Team::new),
                        TokenLife.ending(end)),
                end);
    }

    /**
     * The rows this was read from. Whoever owns the credential, and whom a membership makes a
     * member, are not among them: what touches those touches the credential or the user (see {@link
     * Watch}).
     */
    Touched.Roots roots() {
        return Touched.Roots.of(
                hash,
                switch (token.root()) {
                    case TokenRoot.Grant grant ->
                            List.of(
                                    grant.id(),
                                    token.client(),
                                    token.subject(),
                                    token.team().orElseThrow());
                    case TokenRoot.Itself itself -> List.of(token.client());
                });
    }

    /** Everything but hash and end, in few bytes: a million of these are kept. */
    byte[] packed() {
        String scope = token.scope().joined(Scopes.Separator.COMMA);
        String text =
                switch (token.root()) {
                    case TokenRoot.Grant grant ->
                            String.join(
                                    BETWEEN,
                                    token.client().value(),
                                    token.organization().value(),
                                    token.team().orElseThrow().value(),
                                    scope,
                                    token.subject().value(),
                                    token.email().orElseThrow(),
                                    grant.id().value(),
                                    token.separator().name());
                    case TokenRoot.Itself itself ->
                            String.join(
                                    BETWEEN,
                                    token.client().value(),
                                    token.organization().value(),
                                    token.team().map(Id.Team::value).orElse(""),
                                    scope,
                                    token.subject().value());
                };
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Known unpacked(SecretHash hash, byte[] packed, Optional<Instant> end) {
        String[] part = new String(packed, StandardCharsets.UTF_8).split(BETWEEN, -1);
        boolean isPersonal = part.length > 5;
        return new Known(
                hash,
                new LiveToken(
                        isPersonal ? new Id.User(part[4]) : new Id.VirtualAdministrator(part[4]),
                        isPersonal ? Optional.of(part[5]) : Optional.empty(),
                        new Id.Client(part[0]),
                        isPersonal
                                ? new TokenRoot.Grant(new Id.Grant(part[6]))
                                : new TokenRoot.Itself(hash),
                        Scopes.parse(part[3]),
                        isPersonal ? Scopes.Separator.valueOf(part[7]) : Scopes.Separator.COMMA,
                        new Id.Organization(part[1]),
                        part[2].isEmpty() ? Optional.empty() : Optional.of(new Id.Team(part[2])),
                        isPersonal
                                ? new TokenLife.Until(end.orElseThrow())
                                : TokenLife.ending(end)),
                end);
    }
}
