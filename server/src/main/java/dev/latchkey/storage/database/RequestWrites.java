package dev.latchkey.storage.database;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.RightsChanged;
import dev.latchkey.model.SignedIn;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Moves that a request asks for. If the request came in a session, they are made only while the
 * session stands and its person has the same rights as when the request was judged.
 *
 * <p>The rows of that person and of the people named by {@link #holding} stay as they are until the
 * write commits. They are locked first of all, in one statement and in the order of their ids, so
 * that of two writes one waits for the other, never each for the other. What depends on those rows
 * is read in statements of its own after that: a condition inside the statement that waits for a
 * lock would be answered as of before the wait.
 */
public record RequestWrites(
        Database database,
        RequestMoment now,
        List<Id.User> users,
        boolean superAdministrators,
        WriteSpace room) {

    public RequestWrites holding(Id.User... persons) {
        return new RequestWrites(database, now, List.of(persons), superAdministrators, room);
    }

    public RequestWrites holding(Optional<Id.User> person) {
        return new RequestWrites(
                database, now, person.stream().toList(), superAdministrators, room);
    }

    /** Two who disable each other at once must not both find that the other is still there. */
    public RequestWrites holdingSuperAdministratorsIf(boolean wanted) {
        return new RequestWrites(database, now, users, wanted, room);
    }

    /** Also when the store is so full that only this room is left. */
    public RequestWrites using(WriteSpace wanted) {
        return new RequestWrites(database, now, users, superAdministrators, wanted);
    }

    public <T> T write(Database.Move<T> move) {
        return database.write(
                room,
                sql -> {
                    List<Id.User> held =
                            Stream.concat(
                                            users.stream(),
                                            now.signedIn().map(SignedIn::user).stream())
                                    .toList();
                    if (!held.isEmpty()) {
                        lock(sql, held);
                    }
                    if (now.signedIn().isPresent() && !hasSameRights(sql, now.signedIn().get())) {
                        throw new RightsChanged();
                    }
                    return move.on(sql);
                });
    }

    private void lock(Sql sql, List<Id.User> held) throws SQLException {
        switch (sql.dialect()) {
            case SQLITE -> {
                // Its one writer makes one move after the other.
            }
            case POSTGRESQL ->
                    sql.all(
                            """
                            SELECT user_id
                            FROM users
                            WHERE user_id = ANY (?)
                               OR (? = 1 AND role = 'SUPER_ADMINISTRATOR')
                            ORDER BY user_id
                            FOR NO KEY UPDATE
                            """,
                            row -> row.text("user_id"),
                            Column.texts(held, person -> person),
                            superAdministrators);
        }
    }

    private static boolean hasSameRights(Sql sql, SignedIn session) throws SQLException {
        return sql.exists(
                """
                SELECT 1
                FROM sessions s
                JOIN users u ON u.user_id = s.user_id
                WHERE s.session_hash = ?
                  AND u.user_id = ?
                  AND u.version = ?
                  AND u.active_since IS NOT NULL
                  AND u.times_disabled = s.times_disabled
                """,
                session.session(),
                session.user(),
                session.version());
    }
}
