package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.PasswordHash;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One-time links with which a person chooses a password: invitations, and resets. A link of an
 * administrator takes the place of the administrators' one before it. Links that are asked for
 * without a sign-in stand side by side and end none, because a stranger may have asked. The first
 * that is used ends them all, and so does disabling the person or changing the address.
 */
public final class PasswordLinks {
    private final Database database;
    private final Limits limits;

    public PasswordLinks(Database database, Limits limits) {
        this.database = database;
        this.limits = limits;
    }

    /** False if the person is disabled or was changed since. */
    public boolean make(Secret.PasswordLink link, ManagedUser whom, Id.User by, RequestMoment now) {
        User user = whom.user();
        var store = database.at(now).holding(user.id());
        return store.write(sql -> {
            boolean unchanged =
                    sql.exists(
                            """
                            SELECT 1
                            FROM users
                            WHERE user_id = ?
                              AND version = ?
                              AND active_since IS NOT NULL
                            """,
                            user.id(),
                            whom.version());
            if (unchanged) {
                sql.update(
                        "DELETE FROM password_links WHERE user_id = ? AND made_by = ?",
                        user.id(),
                        MadeBy.ADMINISTRATOR);
                insert(sql, link, user.id(), endOf(whom.state(), now));
            }
            sql.record(
                    AuditEntry.of(
                                    now,
                                    AuditEvent.PASSWORD_LINK_CREATE,
                                    unchanged ? AuditEntry.OK : "changed_meanwhile")
                            .by(by)
                            .about(user.id())
                            .in(user.organization()));
            return unchanged;
        });
    }

    /** Until when a link made now lives. */
    public Instant endOf(ManagedUser.State state, RequestMoment now) {
        return now.at()
                .plus(state == ManagedUser.State.INVITED ? limits.invitation() : limits.reset());
    }

    /** Whose password the link opens, while it does. Looking spends nothing. */
    public Optional<User> open(Secret.PasswordLink link, RequestMoment now) {
        return database.read(sql -> {
            Optional<Id.User> whose =
                    sql.one(
                            """
                            SELECT l.user_id
                            FROM password_links l
                            JOIN users u ON u.user_id = l.user_id
                              AND u.active_since IS NOT NULL
                            WHERE l.link_hash = ?
                              AND l.expires_at > ?
                            """,
                            row -> new Id.User(row.text("user_id")),
                            link.hash(),
                            now.at());
            return whose.isPresent() ? Users.find(sql, whose.get()) : Optional.empty();
        });
    }

    /**
     * Sets the password and ends every session of the person; false if the link was spent. The
     * second factor stays: who can read the mail has only the one.
     */
    public boolean spend(
            Secret.PasswordLink link, User whose, PasswordHash chosen, RequestMoment now) {
        var store = database.at(now).holding(whose.id());
        return store.write(sql -> {
            boolean first =
                    sql.update(
                                            """
                                            DELETE FROM password_links
                                            WHERE link_hash = ?
                                              AND user_id = ?
                                              AND expires_at > ?
                                            """,
                                            link.hash(),
                                            whose.id(),
                                            now.at())
                                    == 1
                            && sql.update(
                                            """
                                            UPDATE users
                                            SET password = ?
                                            WHERE user_id = ?
                                              AND active_since IS NOT NULL
                                            """,
                                            chosen.text(),
                                            whose.id())
                                    == 1;
            if (first) {
                sql.update("DELETE FROM password_links WHERE user_id = ?", whose.id());
                sql.update("DELETE FROM sessions WHERE user_id = ?", whose.id());
                PendingSignIns.end(sql, whose.id());
            }
            sql.record(
                    AuditEntry.of(
                                    now,
                                    AuditEvent.PASSWORD_RESET,
                                    first ? AuditEntry.OK : "link_spent")
                            .by(whose.id())
                            .in(whose.organization()));
            return first;
        });
    }

    /** What comes of a request by somebody who is not signed in. */
    public sealed interface Forgotten {
        record Throttled(Duration retryAfter) implements Forgotten {}

        /** The link is made; it may be sent. */
        record Known(User user) implements Forgotten {}

        /** No account that may be reset by its owner, or one that was written to just now. */
        record Unknown() implements Forgotten {}
    }

    /**
     * Limited for the network that asks, and for the account, by which so few links are open at
     * once that none has to end for another: whoever asks in vain finds one in the mailbox.
     */
    public Forgotten forgotten(EmailAddress email, Secret.PasswordLink link, RequestMoment now) {
        Optional<Id.User> found = resettable(email);
        var store = database.at(now).holding(found);
        return store.write(sql -> {
            var caller = Throttle.forgotten(now.network(), limits.wrongPasswordsPerMinute());
            if (!caller.take(sql, now.at())) {
                return new Forgotten.Throttled(
                        caller.wait(sql, now.at()).orElse(Duration.ofSeconds(1)));
            }
            boolean room =
                    Throttle.letters(email, now.network(), limits.reset()).take(sql, now.at())
                            && Throttle.letters(email, limits.reset()).take(sql, now.at());
            Optional<User> user =
                    found.isPresent() && isResettable(sql, found.get(), email)
                            ? Users.find(sql, found.get())
                            : Optional.empty();
            var entry =
                    AuditEntry.of(
                            now,
                            AuditEvent.PASSWORD_LINK_CREATE,
                            !room
                                    ? "too_soon"
                                    : user.isPresent() ? "forgotten" : "account_unknown");
            sql.record(user.map(known -> entry.about(known.id())).orElse(entry));
            if (!room || user.isEmpty()) {
                return new Forgotten.Unknown();
            }
            insert(sql, link, user.get().id(), MadeBy.FORGOTTEN, now.at().plus(limits.reset()));
            return new Forgotten.Known(user.get());
        });
    }

    private Optional<Id.User> resettable(EmailAddress email) {
        return database.read(sql ->
                sql.one(
                        "SELECT user_id FROM users WHERE email = ?",
                        row -> new Id.User(row.text("user_id")),
                        email.text()));
    }

    /** Asked with the person held: the letter goes to this address, which must still be theirs. */
    private static boolean isResettable(Sql sql, Id.User user, EmailAddress email)
            throws SQLException {
        return sql.exists(
                """
                SELECT 1
                FROM users
                WHERE user_id = ?
                  AND email = ?
                  AND active_since IS NOT NULL
                  AND password <> ''
                """,
                user,
                email.text());
    }

    /** Of an administrator, for a person who has none. */
    static void insert(Sql sql, Secret.PasswordLink link, Id.User user, Instant end)
            throws SQLException {
        insert(sql, link, user, MadeBy.ADMINISTRATOR, end);
    }

    private static void insert(
            Sql sql, Secret.PasswordLink link, Id.User user, MadeBy by, Instant end)
            throws SQLException {
        sql.update(
                """
                INSERT INTO password_links (link_hash, user_id, made_by, expires_at)
                VALUES (?, ?, ?, ?)
                """,
                link.hash(),
                user,
                by,
                end);
    }

    private enum MadeBy {
        ADMINISTRATOR,
        FORGOTTEN
    }
}
