package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.CodeChallenge;
import dev.latchkey.model.Consent;
import dev.latchkey.model.Event;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;

/** Requests for consent, and the grants and codes that come of them (contract 4.1 and 2.4). */
public final class Consents {
    private final Database database;
    private final Limits limits;

    public Consents(Database database, Limits limits) {
        this.database = database;
        this.limits = limits;
    }

    /** What has become of a request for consent. */
    public sealed interface Asked {
        record Open(String query) implements Asked {}

        /** Expired, purged or decided: the way on is to start again at the app. */
        record Over() implements Asked {}

        /** Made by another browser. */
        record Foreign() implements Asked {}
    }

    /** Keeps a request, bound to the browser that made it, while its user signs in and thinks. */
    public void ask(Id.Request request, Secret.Browser browser, String query, Occasion now) {
        var moves = database.at(now);
        moves.write(sql ->
                sql.update(
                        "INSERT INTO requests (request_id, browser_hash, query, expires_at) VALUES (?, ?, ?, ?)",
                        request,
                        browser.hash(),
                        query,
                        now.at().plus(limits.request())));
    }

    public Asked find(Id.Request request, Secret.Browser browser, Occasion now) {
        return database.read(sql ->
                sql.<Asked>one(
                                "SELECT query, browser_hash, expires_at, decided_at FROM requests WHERE request_id = ?",
                                row -> {
                                    if (!Arrays.equals(
                                            row.bytes("browser_hash"), browser.hash().bytes())) {
                                        return new Asked.Foreign();
                                    }
                                    boolean open =
                                            row.maybeInstant("decided_at").isEmpty()
                                                    && row.instant("expires_at").isAfter(now.at());
                                    return open
                                            ? new Asked.Open(row.text("query"))
                                            : new Asked.Over();
                                },
                                request)
                        .orElse(new Asked.Over()));
    }

    /**
     * Opens a grant of its own (decision 1.14) and its code; false if the request was decided
     * before, or its person is no longer active or in the team. The person is held first, so that
     * whoever ends the membership sees this grant, or this move sees that the membership has ended.
     */
    public boolean approve(
            Id.Request request,
            Secret.Browser browser,
            Consent consent,
            Id.Grant grant,
            Secret.Code code,
            Occasion now) {
        var moves = database.at(now).holding(consent.user());
        return moves.write(sql -> {
            if (!decide(sql, request, browser, now) || !insert(sql, consent, grant, now.at())) {
                return false;
            }
            Instant at = now.at();
            sql.update(
                    "INSERT INTO codes (code_hash, grant_id, redirect_uri, challenge, expires_at, kept_until)"
                            + " VALUES (?, ?, ?, ?, ?, ?)",
                    code.hash(),
                    grant,
                    RedirectUri.withoutQuery(consent.redirectUri()),
                    consent.challenge().map(CodeChallenge::text),
                    at.plus(limits.code()),
                    at.plus(limits.code()));
            sql.record(
                    AuditEntry.of(now, Event.CONSENT, AuditEntry.OK)
                            .by(consent.user())
                            .about(consent.client())
                            .in(consent.team()));
            return true;
        });
    }

    private boolean insert(Sql sql, Consent consent, Id.Grant grant, Instant at)
            throws SQLException {
        return sql.update(
                        "INSERT INTO grants (grant_id, client_id, user_id, team_id, scope, consented_at, ends_at,"
                                + " times_disabled)"
                                + " SELECT ?, ?, u.user_id, m.team_id, ?, ?, ?, u.times_disabled"
                                + " FROM users u JOIN memberships m ON m.user_id = u.user_id"
                                + " WHERE u.user_id = ? AND u.active_since IS NOT NULL AND m.team_id = ?",
                        grant,
                        consent.client(),
                        consent.scope().joined(Scopes.Separator.COMMA),
                        at,
                        at.plus(limits.grant()),
                        consent.user(),
                        consent.team())
                == 1;
    }

    public boolean deny(
            Id.Request request,
            Secret.Browser browser,
            Id.Client client,
            Id.User user,
            Occasion now) {
        var moves = database.at(now);
        return moves.write(sql -> {
            boolean decided = decide(sql, request, browser, now);
            if (decided) {
                sql.record(
                        AuditEntry.of(now, Event.CONSENT_DENIED, AuditEntry.OK)
                                .by(user)
                                .about(client));
            }
            return decided;
        });
    }

    /** The scopes a user has granted a credential before and that still stand (decision 1.11). */
    public Scopes granted(Id.User user, Id.Client client, Occasion now) {
        return database.read(sql ->
                Scopes.of(
                        sql
                                .all(
                                        "SELECT scope FROM live_grants WHERE user_id = ? AND client_id = ? AND ends_at > ?",
                                        row -> Scopes.parse(row.text("scope")),
                                        user,
                                        client,
                                        now.at())
                                .stream()
                                .flatMap(scope -> scope.names().stream())
                                .toList()));
    }

    private static boolean decide(Sql sql, Id.Request request, Secret.Browser browser, Occasion now)
            throws SQLException {
        return sql.update(
                        "UPDATE requests SET decided_at = ?"
                                + " WHERE request_id = ? AND browser_hash = ? AND decided_at IS NULL AND expires_at > ?",
                        now.at(),
                        request,
                        browser.hash(),
                        now.at())
                == 1;
    }
}
