package dev.latchkey.storage;

import dev.latchkey.model.AuditLimits;
import dev.latchkey.model.Limits;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.WriteSpace;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes away what can never matter again, in small bites, so that nobody waits behind it. A spent
 * code or a rotated pair goes only when its own deadline has passed: until then it must be there to
 * be recognised.
 */
public final class Purge {
    private static final int REST = 3;
    private static final int BITE = 100;
    private static final int TOUCHED_BITE = 1_000;
    private static final List<Dead> DEAD =
            List.of(
                    new Dead("codes", "code_hash", "kept_until"),
                    new Dead("pairs", "access_hash", "refresh_expires_at"),
                    new Dead("grants", "grant_id", "ends_at"),
                    new Dead("answers", "refresh_hash", "kept_until"),
                    new Dead("sessions", "session_hash", "expires_at"),
                    new Dead("external_sign_ins", "key_hash", "expires_at"),
                    new Dead("half_sign_ins", "key_hash", "expires_at"),
                    new Dead("password_links", "link_hash", "expires_at"),
                    new Dead("sent_forms", "form_id", "kept_until"),
                    new Dead("transfer_offers", "client_id", "expires_at"),
                    new Dead("throttles", "bucket", "full_until"));

    private final Database database;

    private final Limits limits;
    private final AuditLimits audit;

    public Purge(Database database, Limits limits, AuditLimits audit) {
        this.database = database;
        this.limits = limits;
        this.audit = audit;
    }

    /**
     * Between bites it rests for as long as three of them take: moves and checks come first, and
     * what is dead can wait.
     */
    public void all(Instant now) {
        long began = System.nanoTime();
        while (bite(now) > 0) {
            LockSupport.parkNanos(REST * (System.nanoTime() - began));
            began = System.nanoTime();
        }
    }

    /** How many rows went; when it is 0, nothing is left to take. */
    public int bite(Instant now) {
        int gone = 0;
        for (Dead dead : DEAD) {
            gone +=
                    database.write(
                            WriteSpace.ENDING, sql -> sql.update(dead.statement(), now, BITE));
        }
        return gone
                + forgetUsage(now)
                + forgetAudit(now)
                + database.forgetTouched(now, TOUCHED_BITE);
    }

    private int forgetUsage(Instant now) {
        return database.write(
                WriteSpace.ENDING,
                sql ->
                        sql.update(
                                """
                                DELETE FROM usage
                                WHERE (client_id, scope, day) IN (SELECT client_id, scope, day FROM usage
                                    WHERE day <= ? ORDER BY day LIMIT ?)
                                """,
                                now.minus(limits.usage()),
                                BITE));
    }

    /** What is too old, and what is too much; lines are numbered in the order they are written. */
    private int forgetAudit(Instant now) {
        int old =
                database.write(sql ->
                        sql.update(
                                """
                                DELETE FROM audit WHERE entry_id IN
                                    (SELECT entry_id FROM audit WHERE at <= ? ORDER BY at LIMIT ?)
                                """,
                                now.minus(audit.age()),
                                BITE));
        int tooMany =
                database.write(sql ->
                        sql.update(
                                """
                                DELETE FROM audit WHERE entry_id IN
                                    (SELECT entry_id FROM audit
                                     WHERE entry_id <= (SELECT MAX(entry_id) FROM audit) - ?
                                     ORDER BY entry_id LIMIT ?)
                                """,
                                audit.rows(),
                                BITE));
        return old + tooMany;
    }

    /** How many rows have had their day and are still here, counted to a bound. */
    int backlog(Instant now) {
        return database.read(sql -> {
            int dead = 0;
            for (Dead each : DEAD) {
                dead +=
                        sql.one(each.count(), row -> row.number("dead"), now, StoreHealth.BOUND)
                                .orElse(0);
            }
            return dead;
        });
    }

    private record Dead(String table, String key, String deadline) {
        String count() {
            return "SELECT COUNT(*) AS dead FROM (SELECT 1 FROM %s WHERE %s <= ? LIMIT ?) d"
                    .formatted(table, deadline);
        }

        String statement() {
            return """
            DELETE FROM %s
            WHERE %s IN (SELECT %s FROM %s WHERE %s <= ? ORDER BY %s LIMIT ?)
            """
                    .formatted(table, key, key, table, deadline, deadline);
        }
    }
}
