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
        database.write(sql ->
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
     * before.
     */
    public boolean approve(
            Id.Request request,
            Secret.Browser browser,
            Consent consent,
            Id.Grant grant,
            Secret.Code code,
            Occasion now) {
        return database.write(sql -> {
            if (!decide(sql, request, browser, now)) {
                return false;
            }
            Instant at = now.at();
            sql.update(
                    "INSERT INTO grants (grant_id, client_id, user_id, team_id, scope, consented_at, ends_at)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    grant,
                    consent.client(),
                    consent.user(),
                    consent.team(),
                    consent.scope().joined(Scopes.Separator.COMMA),
                    at,
                    at.plus(limits.grant()));
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

    public boolean deny(
            Id.Request request,
            Secret.Browser browser,
            Id.Client client,
            Id.User user,
            Occasion now) {
        return database.write(sql -> {
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
