package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.LiveRefreshToken;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenLife;
import dev.latchkey.model.TokenRoot;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a token says at this moment: read from what is committed, and never written to (decision
 * 3.7).
 */
public final class Checks {
    private final Database database;
    private final Lanes<Key, Known> lanes;

    public Checks(Database database) {
        this.database = database;
        this.lanes = new Lanes<>(database.lanes(), this::ask);
    }

    /** What a bearer token says at this moment; empty if it is dead or never was. */
    public Optional<LiveToken> look(Secret.Bearer bearer, Instant now) {
        return lanes.find(Key.of(bearer)).filter(known -> known.isLiveAt(now)).map(Known::token);
    }

    public Optional<LiveRefreshToken> look(Secret.Refresh refresh, Instant now) {
        return database.read(sql ->
                sql.one(
                        "SELECT g.user_id, g.client_id, g.organization_id, g.scope, p.refresh_expires_at"
                                + " FROM pairs p JOIN live_grants g ON g.grant_id = p.grant_id"
                                + " WHERE p.refresh_hash = ? AND p.rotated_at IS NULL AND p.refresh_expires_at > ?",
                        row ->
                                new LiveRefreshToken(
                                        new Id.User(row.text("user_id")),
                                        new Id.Client(row.text("client_id")),
                                        new Id.Organization(row.text("organization_id")),
                                        Scopes.parse(row.text("scope")),
                                        row.instant("refresh_expires_at")),
                        refresh.hash(),
                        now));
    }

    /** One question for each kind, however many keys. */
    private Map<Key, Known> ask(List<Key> keys) {
        return database.read(sql -> {
            var found = new HashMap<Key, Known>();
            for (Kind kind : List.of(Kind.PERSONAL, Kind.ORGANIZATIONAL)) {
                List<SecretHash> hashes =
                        keys.stream().filter(key -> key.kind.equals(kind)).map(Key::hash).toList();
                sql.among(kind.select(), hashes, kind.reader())
                        .forEach(known -> found.put(new Key(kind, known.hash()), known));
            }
            return found;
        });
    }

    /** A token as it is looked up. */
    private record Key(Kind kind, SecretHash hash) {
        static Key of(Secret.Bearer bearer) {
            return switch (bearer) {
                case Secret.Access access -> new Key(Kind.PERSONAL, access.hash());
                case Secret.Organization organization ->
                        new Key(Kind.ORGANIZATIONAL, organization.hash());
            };
        }
    }

    /**
     * What the store has of a token that nobody ended, and until when that holds if nobody does:
     * the clock is the caller's, and callers of many moments share a question.
     */
    private record Known(SecretHash hash, LiveToken token, Optional<Instant> end) {
        boolean isLiveAt(Instant now) {
            return end.isEmpty() || end.get().isAfter(now);
        }
    }

    private record Kind(String select, Sql.RowReader<Known> reader) {
        static final Kind PERSONAL =
                new Kind(
                        "SELECT p.access_hash AS token_hash, g.user_id, g.email, g.client_id, g.grant_id, p.scope, g.options, g.organization_id, g.team_id,"
                                + " p.access_expires_at"
                                + " FROM pairs p JOIN live_grants g ON g.grant_id = p.grant_id"
                                + " WHERE p.access_hash {among} AND p.rotated_at IS NULL",
                        Checks::personal);
        static final Kind ORGANIZATIONAL =
                new Kind(
                        "SELECT t.token_hash, c.subject_id, c.client_id, t.scope, c.organization_id, c.team_id, t.ended_at"
                                + " FROM organization_tokens t JOIN credentials c ON c.client_id = t.client_id"
                                + " WHERE t.token_hash {among} AND c.deleted_at IS NULL",
                        Checks::organizational);
    }

    private static Known personal(Sql.Row row) throws SQLException {
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

    private static Known organizational(Sql.Row row) throws SQLException {
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
}
