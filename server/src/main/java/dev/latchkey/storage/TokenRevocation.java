package dev.latchkey.storage;

import dev.latchkey.model.AuditDetail;
import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.TokenSelection.Whose;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Revokes many tokens, or one (docs/decisions/0086). Everything that was issued before the call has
 * ended when it returns, on every node and by every clock. Tokens that are issued while it runs
 * stay active.
 *
 * <p>A thousand rows end in one write, between which other requests write. The first write checks
 * the right of the caller and records the act. The others follow without that check, because the
 * caller's own token may be among those that end. If the process stops before the last write, some
 * tokens are left, and the same call ends them.
 */
public final class TokenRevocation {
    private final Database database;

    public TokenRevocation(Database database) {
        this.database = database;
    }

    /**
     * How many have ended, of those that were active by the clock of this node. The codes and the
     * tokens of a grant end with it. Sessions and one-time links end only with everything else.
     */
    public record Ended(int grants, int organizationTokens, int sessions, int links) {
        private static final Ended NONE = new Ended(0, 0, 0, 0);

        static Ended grants(int count) {
            return new Ended(count, 0, 0, 0);
        }

        static Ended organizationTokens(int count) {
            return new Ended(0, count, 0, 0);
        }

        Ended plus(Ended more) {
            return new Ended(
                    grants + more.grants,
                    organizationTokens + more.organizationTokens,
                    sessions + more.sessions,
                    links + more.links);
        }
    }

    /**
     * Empty, and nothing has ended, if the credential was deleted or has another owner since it was
     * read.
     */
    public Optional<Ended> end(TokenSelection which, RequestMoment now) {
        return end(which, now, grants -> {});
    }

    /** The same. {@code progress} is told how many grants have ended so far. */
    public Optional<Ended> end(TokenSelection which, RequestMoment now, IntConsumer progress) {
        var selected = new SelectedTokens(database, which);
        SelectedTokens.Page first = selected.next();
        Optional<Ended> begun =
                database.at(now)
                        .using(WriteSpace.ENDING)
                        .write(sql -> begin(sql, which, first, now));
        if (begun.isEmpty()) {
            return Optional.empty();
        }
        var store = database.at(now.withoutAuthority()).using(WriteSpace.ENDING);
        Ended ended = begun.get();
        progress.accept(ended.grants());
        for (var page = selected.next(); !page.isEmpty(); page = selected.next()) {
            SelectedTokens.Page next = page;
            ended = ended.plus(store.write(sql -> next.end(sql, now.at())));
            progress.accept(ended.grants());
        }
        return Optional.of(ended);
    }

    private static Optional<Ended> begin(
            Sql sql, TokenSelection which, SelectedTokens.Page first, RequestMoment now)
            throws SQLException {
        if (!isUnchanged(sql, which.whose())) {
            return Optional.empty();
        }
        Ended others =
                which.whose() instanceof Whose.Everyone
                        ? endSessionsAndLinks(sql, which)
                        : Ended.NONE;
        Ended ended = others.plus(first.end(sql, now.at()));
        sql.record(entry(sql, which, now));
        return Optional.of(ended);
    }

    /** Locks the credential, so that it cannot be transferred before the act is recorded. */
    private static boolean isUnchanged(Sql sql, Whose whose) throws SQLException {
        return switch (whose) {
            case Whose.OfCredential(Credential known) -> Credentials.lock(sql, known);
            case Whose.OfPersonToApp(Id.User person, Credential.Personal known) ->
                    Credentials.lock(sql, known);
            case Whose.OneGrantToApp(Id.Grant grant, Credential.Personal known) ->
                    Credentials.lock(sql, known);
            case Whose.Everyone everyone -> true;
            case Whose.OfOrganization organization -> true;
            case Whose.OfPerson person -> true;
            case Whose.OneGrant grant -> true;
            case Whose.OneOrganizationToken token -> true;
        };
    }

    /** A link has no time of issue. All of them end, because a person can ask for a new one. */
    private static Ended endSessionsAndLinks(Sql sql, TokenSelection which) throws SQLException {
        int sessions =
                which.issuedBefore().isPresent()
                        ? sql.update(
                                "DELETE FROM sessions WHERE signed_in_at < ?",
                                which.issuedBefore().get())
                        : sql.update("DELETE FROM sessions");
        int links = sql.update("DELETE FROM password_links");
        return new Ended(0, 0, sessions, links);
    }

    private static AuditEntry entry(Sql sql, TokenSelection which, RequestMoment now)
            throws SQLException {
        AuditEntry entry =
                AuditEntry.of(now, event(which.whose()), AuditOutcome.OK)
                        .detailed(which.issuedBefore().flatMap(AuditDetail::ofIssuedBefore));
        return switch (which.whose()) {
            case Whose.Everyone everyone -> entry;
            case Whose.OfOrganization(Id.Organization id) -> entry.in(id);
            case Whose.OfCredential(Credential known) ->
                    entry.about(known.clientId()).in(known.organization());
            case Whose.OfPerson(Id.User id) ->
                    Users.find(sql, id)
                            .map(user -> entry.about(id).in(user.organization()))
                            .orElse(entry);
            case Whose.OfPersonToApp(Id.User person, Credential.Personal known) ->
                    entry.about(person).about(known.clientId()).in(known.organization());
            case Whose.OneGrant(Id.Grant id) ->
                    clientOf(sql, "grants WHERE grant_id = ?", id).map(entry::about).orElse(entry);
            case Whose.OneGrantToApp(Id.Grant id, Credential.Personal known) ->
                    giverOf(sql, id)
                            .map(entry::about)
                            .orElse(entry)
                            .about(known.clientId())
                            .in(known.organization());
            case Whose.OneOrganizationToken(SecretHash token) ->
                    clientOf(sql, "organization_tokens WHERE token_hash = ?", token)
                            .map(entry::about)
                            .orElse(entry);
        };
    }

    private static AuditEvent event(Whose whose) {
        return switch (whose) {
            case Whose.Everyone everyone -> AuditEvent.REVOKE_ISSUED_BEFORE;
            case Whose.OfOrganization organization -> AuditEvent.ORGANIZATION_TOKENS_REVOKE;
            case Whose.OfCredential credential -> AuditEvent.ACCESS_END_ALL;
            case Whose.OfPerson person -> AuditEvent.USER_TOKENS_REVOKE;
            case Whose.OfPersonToApp person -> AuditEvent.ACCESS_END;
            case Whose.OneGrant grant -> AuditEvent.GRANT_END;
            case Whose.OneGrantToApp grant -> AuditEvent.ACCESS_END;
            case Whose.OneOrganizationToken token -> AuditEvent.TOKEN_REVOKE;
        };
    }

    private static Optional<Id.User> giverOf(Sql sql, Id.Grant grant) throws SQLException {
        return sql.one(
                "SELECT user_id FROM grants WHERE grant_id = ?",
                row -> new Id.User(row.text("user_id")),
                grant);
    }

    private static Optional<Id.Client> clientOf(Sql sql, String where, Object key)
            throws SQLException {
        return sql.one(
                "SELECT client_id FROM " + where, row -> new Id.Client(row.text("client_id")), key);
    }
}
