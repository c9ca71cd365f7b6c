package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.ExternalIdentity;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.NewSession;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Sign-ins at another service: the way there and back, and who is who. */
public final class ExternalSignIns {
    /** For how long a sign-in elsewhere is waited for. */
    public static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Database database;
    private final Limits limits;

    public ExternalSignIns(Database database, Limits limits) {
        this.database = database;
        this.limits = limits;
    }

    /** {@code linking}: the session of whoever links; without it the browser comes to sign in. */
    public record Begun(Optional<SecretHash> linking) {}

    public void begin(Secret.Elsewhere key, String provider, Begun begun, RequestMoment now) {
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
                        now.at().plus(PATIENCE)));
    }

    /**
     * Whoever comes back comes back once: the row count decides. Nothing is written for a browser
     * that was never sent.
     */
    public Optional<Begun> comeBack(Secret.Elsewhere key, String provider, RequestMoment now) {
        boolean wasSent =
                database.read(sql ->
                        sql.exists(
                                "SELECT 1 FROM external_sign_ins WHERE key_hash = ?", key.hash()));
        if (!wasSent) {
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
        /** The person's second factor is asked for here too. */
        CODE_AWAITED,
        UNKNOWN,
        USER_DISABLED
    }

    /** As with a password, but for the password; nobody is made or enabled by this. */
    public Opened open(
            ExternalIdentity who, NewSession session, Secret.HalfSignIn half, RequestMoment now) {
        Optional<Id.User> user = database.read(sql -> whose(sql, who));
        var store = database.at(now).holding(user);
        return store.write(sql -> {
            // Asked again with the person held: who removes a link holds the person as well.
            if (user.isEmpty() || !whose(sql, who).equals(user)) {
                sql.record(AuditEntry.of(now, AuditEvent.SIGN_IN, "external_unknown"));
                return Opened.UNKNOWN;
            }
            if (holds(sql, user.get(), "factor_key IS NULL")) {
                Sessions.insert(sql, limits, user.get(), session, now);
                return told(sql, Opened.SIGNED_IN, AuditEntry.OK, user.get(), now);
            }
            if (holds(sql, user.get(), "factor_key IS NOT NULL")) {
                PendingSignIns.insert(sql, half, user.get(), now);
                return told(sql, Opened.CODE_AWAITED, "code_awaited", user.get(), now);
            }
            return told(sql, Opened.USER_DISABLED, "user_disabled", user.get(), now);
        });
    }

    private static Optional<Id.User> whose(Sql sql, ExternalIdentity who) throws SQLException {
        return sql.one(
                "SELECT user_id FROM external_links WHERE issuer = ? AND subject = ?",
                row -> new Id.User(row.text("user_id")),
                who.issuer(),
                who.subject());
    }

    public List<String> linkedIssuers(Id.User user) {
        return database.read(sql ->
                sql.all(
                        "SELECT issuer FROM external_links WHERE user_id = ? ORDER BY issuer",
                        row -> row.text("issuer"),
                        user));
    }

    /**
     * False if that identity is somebody's already, or the person has another of the same issuer.
     * The other service may have taken half a minute to say who it is, so {@code now} has to name
     * the session in which the person asked.
     */
    public boolean link(ExternalIdentity who, Id.User user, RequestMoment now) {
        var store = database.at(now);
        return store.write(sql -> {
            boolean linked =
                    sql.update(
                                    """
                                    INSERT INTO external_links (issuer, subject, user_id, linked_at)
                                    VALUES (?, ?, ?, ?)
                                    ON CONFLICT DO NOTHING
                                    """,
                                    who.issuer(),
                                    who.subject(),
                                    user,
                                    now.at())
                            == 1;
            sql.record(
                    AuditEntry.of(
                                    now,
                                    AuditEvent.EXTERNAL_LINK_ADD,
                                    linked ? AuditEntry.OK : "linked_before")
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
                        AuditEntry.of(now, AuditEvent.EXTERNAL_LINK_REMOVE, AuditEntry.OK)
                                .by(user));
            }
            return ended;
        });
    }

    /** The write on the person's row makes whoever disables the person come before or after. */
    private static boolean holds(Sql sql, Id.User user, String condition) throws SQLException {
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

    private static Opened told(Sql sql, Opened how, String outcome, Id.User user, RequestMoment now)
            throws SQLException {
        sql.record(AuditEntry.of(now, AuditEvent.SIGN_IN, outcome).by(user));
        return how;
    }
}
