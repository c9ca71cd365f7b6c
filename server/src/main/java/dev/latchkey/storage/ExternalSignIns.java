package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.ExternalIdentity;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Sign-ins at external providers: the round trip of a browser, and which account of a provider
 * belongs to which user.
 */
public final class ExternalSignIns {
    /** How long a browser may take to return from the provider. */
    public static final Duration TIMEOUT = Duration.ofMinutes(10);

    private final Database database;
    private final Limits limits;

    public ExternalSignIns(Database database, Limits limits) {
        this.database = database;
        this.limits = limits;
    }

    /**
     * A round trip that was started. {@code linking} is the session of the person who links an
     * account; it is empty for a sign-in.
     */
    public record Begun(Optional<SecretHash> linking) {}

    public void begin(Secret.ExternalSignIn key, String provider, Begun begun, RequestMoment now) {
        var store = database.at(now);
        store.write(sql ->
                sql.update(
                        """
                        INSERT INTO external_sign_ins (key_hash, provider, session_hash, expires_at)
                        VALUES (?, ?, ?, ?)
                        """,
                        key.hash(),
                        provider,
                        begun.linking(),
                        now.at().plus(TIMEOUT)));
    }

    /**
     * Ends the round trip of a browser and returns what was started. Each round trip can be ended
     * once; the row count decides. Nothing is written for a browser that has started none.
     */
    public Optional<Begun> finish(Secret.ExternalSignIn key, String provider, RequestMoment now) {
        boolean wasStarted =
                database.read(sql ->
                        sql.exists(
                                "SELECT 1 FROM external_sign_ins WHERE key_hash = ?", key.hash()));
        if (!wasStarted) {
            return Optional.empty();
        }
        var store = database.at(now);
        return store.write(sql -> {
            Optional<Begun> begun =
                    sql.one(
                            """
                            SELECT session_hash
                            FROM external_sign_ins
                            WHERE key_hash = ?
                              AND provider = ?
                              AND expires_at > ?
                            """,
                            row ->
                                    new Begun(
                                            row.maybeBytes("session_hash").map(SecretHash::stored)),
                            key.hash(),
                            provider,
                            now.at());
            boolean first =
                    sql.update("DELETE FROM external_sign_ins WHERE key_hash = ?", key.hash()) == 1;
            return first ? begun : Optional.<Begun>empty();
        });
    }

    public enum Opened {
        SIGNED_IN,
        /** The person has a second factor, so a code is required here as well. */
        CODE_AWAITED,
        UNKNOWN,
        USER_DISABLED
    }

    /** Signs a person in as after a correct password. This never creates or enables an account. */
    public Opened open(
            ExternalIdentity identity,
            Sessions.NewSession session,
            Secret.PendingSignIn pending,
            RequestMoment now) {
        Optional<Id.User> user = database.read(sql -> userOf(sql, identity));
        var store = database.at(now).locking(user);
        return store.write(sql -> {
            // The link is read again while the user is locked. A write that removes a link locks
            // the user as well.
            if (user.isEmpty() || !userOf(sql, identity).equals(user)) {
                sql.record(AuditEntry.of(now, AuditEvent.SIGN_IN, AuditOutcome.EXTERNAL_UNKNOWN));
                return Opened.UNKNOWN;
            }
            if (lockIf(sql, user.get(), "factor_key IS NULL AND passkeys = 0")) {
                Sessions.insert(sql, limits, user.get(), session, now);
                return record(sql, Opened.SIGNED_IN, AuditOutcome.OK, user.get(), now);
            }
            if (lockIf(sql, user.get(), "(factor_key IS NOT NULL OR passkeys > 0)")) {
                PendingSignIns.insert(sql, pending, user.get(), now);
                return record(sql, Opened.CODE_AWAITED, AuditOutcome.CODE_AWAITED, user.get(), now);
            }
            return record(sql, Opened.USER_DISABLED, AuditOutcome.USER_DISABLED, user.get(), now);
        });
    }

    private static Optional<Id.User> userOf(Sql sql, ExternalIdentity identity)
            throws SQLException {
        return sql.one(
                "SELECT user_id FROM external_links WHERE issuer = ? AND subject = ?",
                row -> new Id.User(row.text("user_id")),
                identity.issuer(),
                identity.subject());
    }

    public List<String> linkedIssuers(Id.User user) {
        return database.read(sql ->
                sql.all(
                        "SELECT issuer FROM external_links WHERE user_id = ? ORDER BY issuer",
                        row -> row.text("issuer"),
                        user));
    }

    /**
     * Links an account of a provider with a user. False if the account is already linked with a
     * user, or if the user has another account of this issuer. The provider may have taken half a
     * minute to answer, so {@code now} must contain the session in which the person started.
     */
    public boolean link(ExternalIdentity identity, Id.User user, RequestMoment now) {
        var store = database.at(now);
        return store.write(sql -> {
            boolean linked =
                    sql.update(
                                    """
                                    INSERT INTO external_links (issuer, subject, user_id, linked_at)
                                    VALUES (?, ?, ?, ?)
                                    ON CONFLICT DO NOTHING
                                    """,
                                    identity.issuer(),
                                    identity.subject(),
                                    user,
                                    now.at())
                            == 1;
            sql.record(
                    AuditEntry.of(
                                    now,
                                    AuditEvent.EXTERNAL_LINK_ADD,
                                    linked ? AuditOutcome.OK : AuditOutcome.LINKED_BEFORE)
                            .by(user));
            return linked;
        });
    }

    public boolean unlink(String issuer, Id.User user, RequestMoment now) {
        var store = database.at(now);
        return store.write(sql -> {
            boolean ended =
                    sql.update(
                                    "DELETE FROM external_links WHERE issuer = ? AND user_id = ?",
                                    issuer,
                                    user)
                            == 1;
            if (ended) {
                sql.record(
                        AuditEntry.of(now, AuditEvent.EXTERNAL_LINK_REMOVE, AuditOutcome.OK)
                                .by(user));
            }
            return ended;
        });
    }

    /**
     * Checks a condition and locks the row of the user, so that disabling the user comes either
     * before or after this write.
     */
    private static boolean lockIf(Sql sql, Id.User user, String condition) throws SQLException {
        return sql.update(
                        """
                        UPDATE users
                        SET password = password
                        WHERE user_id = ?
                          AND active_since IS NOT NULL
                          AND {condition}
                        """
                                .replace("{condition}", condition),
                        user)
                == 1;
    }

    private static Opened record(
            Sql sql, Opened how, AuditOutcome outcome, Id.User user, RequestMoment now)
            throws SQLException {
        sql.record(AuditEntry.of(now, AuditEvent.SIGN_IN, outcome).by(user));
        return how;
    }
}
