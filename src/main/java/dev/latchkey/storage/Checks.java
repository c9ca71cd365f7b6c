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
import java.util.Optional;

/**
 * What a token says at this moment: read from what is committed, and never written to (decision
 * 3.7).
 */
public final class Checks {
    private final Database database;

    public Checks(Database database) {
        this.database = database;
    }

    /** What a bearer token says at this moment; empty if it is dead or never was. */
    public Optional<LiveToken> look(Secret.Bearer bearer, Instant now) {
        return switch (bearer) {
            case Secret.Access access ->
                    database.read(sql ->
                            sql.one(
                                    "SELECT g.user_id, g.email, g.client_id, g.grant_id, p.scope, g.options, g.organization_id, g.team_id, p.access_expires_at"
                                            + " FROM pairs p JOIN live_grants g ON g.grant_id = p.grant_id"
                                            + " WHERE p.access_hash = ? AND p.rotated_at IS NULL AND p.access_expires_at > ?",
                                    Checks::personal,
                                    access.hash(),
                                    now));
            case Secret.Organization organization ->
                    database.read(sql ->
                            sql.one(
                                    "SELECT c.subject_id, c.client_id, t.token_hash, t.scope, t.ended_at,"
                                            + " c.organization_id, c.team_id"
                                            + " FROM organization_tokens t JOIN credentials c ON c.client_id = t.client_id"
                                            + " WHERE t.token_hash = ? AND (t.ended_at IS NULL OR t.ended_at > ?)"
                                            + " AND c.deleted_at IS NULL",
                                    Checks::organizational,
                                    organization.hash(),
                                    now));
        };
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

    private static LiveToken personal(Sql.Row row) throws SQLException {
        return new LiveToken(
                new Id.User(row.text("user_id")),
                Optional.of(row.text("email")),
                new Id.Client(row.text("client_id")),
                new TokenRoot.Grant(new Id.Grant(row.text("grant_id"))),
                Scopes.parse(row.text("scope")),
                LiveGrant.separator(row),
                new Id.Organization(row.text("organization_id")),
                Optional.of(new Id.Team(row.text("team_id"))),
                new TokenLife.Until(row.instant("access_expires_at")));
    }

    private static LiveToken organizational(Sql.Row row) throws SQLException {
        return new LiveToken(
                new Id.VirtualAdministrator(row.text("subject_id")),
                Optional.empty(),
                new Id.Client(row.text("client_id")),
                new TokenRoot.Itself(SecretHash.stored(row.bytes("token_hash"))),
                Scopes.parse(row.text("scope")),
                Scopes.Separator.COMMA,
                new Id.Organization(row.text("organization_id")),
                row.maybeText("team_id").map(Id.Team::new),
                TokenLife.ending(row.maybeInstant("ended_at")));
    }
}
