package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.NewSession;
import dev.latchkey.model.PasswordHash;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Session;
import dev.latchkey.model.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Sign-ins: attempts at one, and the sessions that come of them. They survive a restart and hold on
 * every node.
 */
public final class Sessions {
    /**
     * How stale the note of a session's last use may be, so that reading a page is not a write each
     * time.
     */
    private static final Duration NOTE = Duration.ofMinutes(1);

    private final Database database;
    private final Limits limits;

    public Sessions(Database database, Limits limits) {
        this.database = database;
        this.limits = limits;
    }

    /** What an attempt to sign in has to be measured against. */
    public sealed interface Attempt {
        record Throttled(Duration retryAfter) implements Attempt {}

        /** An account of that address; its password is still to be compared. */
        record Known(Id.User user, PasswordHash password, boolean active, boolean asksCode)
                implements Attempt {}

        /** No account, or one of a person who has not chosen a password yet. */
        record Unknown() implements Attempt {}
    }

    /**
     * Takes a place in the throttle first: a hundred attempts at once are counted like a hundred in
     * turn.
     */
    public Attempt attempt(String email, RequestMoment now) {
        var store = database.at(now).using(WriteSpace.RENEWING);
        return store.write(sql -> {
            var throttle = throttle(email, now);
            if (!throttle.take(sql, now.at())) {
                return new Attempt.Throttled(
                        throttle.wait(sql, now.at()).orElse(Duration.ofSeconds(1)));
            }
            return sql.<Attempt>one(
                            """
                            SELECT user_id, password, active_since, CASE WHEN factor_key IS NULL THEN 0 ELSE 1 END AS asks_code
                            FROM users
                            WHERE email = ?
                              AND password <> ''
                            """,
                            row ->
                                    new Attempt.Known(
                                            new Id.User(row.text("user_id")),
                                            new PasswordHash(row.text("password")),
                                            row.maybeInstant("active_since").isPresent(),
                                            row.yes("asks_code")),
                            email)
                    .orElse(new Attempt.Unknown());
        });
    }

    /** Of an attempt whose outcome the caller was never told. */
    public void giveBack(String email, RequestMoment now) {
        database.write(sql -> {
            throttle(email, now).giveBack(sql);
            return email;
        });
    }

    /**
     * A new session under a new key; whatever session the browser had before is over. False if the
     * user is disabled, the password is no longer the one compared, or a code must be asked for as
     * well: the write on the user's row makes this wait for a change of either, which ends all
     * sessions it can see.
     */
    public boolean open(Attempt.Known known, String email, NewSession session, RequestMoment now) {
        var store = database.at(now).using(WriteSpace.RENEWING);
        return store.write(sql -> {
            boolean opened =
                    sql.update(
                                    """
                                    UPDATE users
                                    SET password = password
                                    WHERE user_id = ?
                                      AND password = ?
                                      AND active_since IS NOT NULL
                                      AND factor_key IS NULL
                                    """,
                                    known.user(),
                                    known.password().text())
                            == 1;
            throttle(email, now).giveBack(sql);
            if (opened) {
                insert(sql, limits, known.user(), session, now);
            }
            sql.record(
                    AuditEntry.of(now, AuditEvent.SIGN_IN, opened ? AuditEntry.OK : refusal(known))
                            .by(known.user()));
            return opened;
        });
    }

    /** Within a move that has made sure that the person is active, and holds the row. */
    static void insert(Sql sql, Limits limits, Id.User user, NewSession session, RequestMoment now)
            throws SQLException {
        if (session.replaced().isPresent()) {
            sql.update(
                    "DELETE FROM sessions WHERE session_hash = ?", session.replaced().get().hash());
        }
        sql.update(
                """
                INSERT INTO sessions (session_hash, user_id, signed_in_at, seen_at, expires_at, address,
                    times_disabled) SELECT ?, user_id, ?, ?, ?, ?, times_disabled
                FROM users
                WHERE user_id = ?
                """,
                session.key().hash(),
                now.at(),
                now.at(),
                now.at().plus(limits.session()),
                now.address(),
                user);
    }

    /** Why a right password did not open anything, for the trail. */
    static String refusal(Attempt.Known known) {
        return known.active() ? "changed_meanwhile" : "user_disabled";
    }

    /**
     * The password was given again: the sign-in counts as new (decision 6.5), under a new key.
     * False if the session ended meanwhile.
     */
    public boolean confirm(
            Secret.Session before, Secret.Session key, User user, RequestMoment now) {
        var store = database.at(now).using(WriteSpace.RENEWING);
        return store.write(sql -> {
            throttle(user.email(), now).giveBack(sql);
            boolean open =
                    sql.update(
                                    """
                                    UPDATE sessions SET session_hash = ?, signed_in_at = ?
                                    WHERE session_hash = ? AND user_id = ? AND expires_at > ?
                                    """,
                                    key.hash(),
                                    now.at(),
                                    before.hash(),
                                    user.id(),
                                    now.at())
                            == 1;
            sql.record(
                    AuditEntry.of(now, AuditEvent.SIGN_IN, open ? "password_again" : "session_over")
                            .by(user.id()));
            return open;
        });
    }

    public void refused(Optional<Id.User> user, String why, RequestMoment now) {
        database.write(sql -> {
            var entry = AuditEntry.of(now, AuditEvent.SIGN_IN, why);
            sql.record(user.isPresent() ? entry.by(user.get()) : entry);
            return why;
        });
    }

    /** The version is read before rights are: whatever is made of them asks for it again. */
    public Optional<Session> find(Secret.Session key, RequestMoment now) {
        Optional<Session> found =
                database.read(sql -> {
                    Optional<Seen> seen =
                            sql.one(
                                    """
                                    SELECT s.user_id, s.signed_in_at, s.seen_at, u.version
                                    FROM sessions s
                                    JOIN users u ON u.user_id = s.user_id
                                      AND u.active_since IS NOT NULL
                                      AND u.times_disabled = s.times_disabled
                                    WHERE s.session_hash = ?
                                      AND s.expires_at > ?
                                      AND s.seen_at > ?
                                    """,
                                    row ->
                                            new Seen(
                                                    new Id.User(row.text("user_id")),
                                                    row.number("version"),
                                                    row.instant("signed_in_at"),
                                                    row.instant("seen_at")),
                                    key.hash(),
                                    now.at(),
                                    now.at().minus(limits.sessionIdle()));
                    if (seen.isEmpty()) {
                        return Optional.<Session>empty();
                    }
                    Optional<User> user = Users.find(sql, seen.get().user());
                    return user.map(who ->
                            new Session(
                                    who,
                                    seen.get().version(),
                                    seen.get().signedInAt(),
                                    seen.get().seenAt()));
                });
        if (found.isPresent() && found.get().seenAt().plus(NOTE).isBefore(now.at())) {
            var store = database.at(now).using(WriteSpace.ENDING);
            store.write(sql ->
                    sql.update(
                            "UPDATE sessions SET seen_at = ? WHERE session_hash = ?",
                            now.at(),
                            key.hash()));
        }
        return found;
    }

    public void end(Secret.Session key, Id.User user, RequestMoment now) {
        database.write(
                WriteSpace.ENDING,
                sql -> {
                    sql.record(AuditEntry.of(now, AuditEvent.SIGN_OUT, AuditEntry.OK).by(user));
                    return sql.update("DELETE FROM sessions WHERE session_hash = ?", key.hash());
                });
    }

    private Throttle throttle(String email, RequestMoment now) {
        return Throttle.passwords(email, now.network(), limits.wrongPasswordsPerMinute());
    }

    private record Seen(Id.User user, int version, Instant signedInAt, Instant seenAt) {}
}
