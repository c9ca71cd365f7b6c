package dev.latchkey.storage;

import dev.latchkey.model.AuditLimits;
import dev.latchkey.model.Limits;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.WriteSpace;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Deletes rows that can no longer have an effect. It deletes small batches, so that no other write
 * waits for long. A used code or a rotated pair is deleted only after its own deadline, because
 * until then a second use must be recognised.
 */
public final class Purge {
    private static final int PAUSE_FACTOR = 3;
    private static final int BATCH_SIZE = 100;
    private static final int CHANGES_BATCH_SIZE = 1_000;
    private static final List<Expiring> TABLES =
            List.of(
                    new Expiring("codes", "code_hash", "kept_until"),
                    new Expiring("pairs", "access_hash", "refresh_expires_at"),
                    new Expiring("child_tokens", "token_hash", "expires_at"),
                    new Expiring("grants", "grant_id", "ends_at"),
                    new Expiring("answers", "refresh_hash", "kept_until"),
                    new Expiring("sessions", "session_hash", "expires_at"),
                    new Expiring("external_sign_ins", "key_hash", "expires_at"),
                    new Expiring("pending_sign_ins", "key_hash", "expires_at"),
                    new Expiring("password_links", "link_hash", "expires_at"),
                    new Expiring("sent_forms", "form_id", "kept_until"),
                    new Expiring("device_requests", "device_hash", "kept_until"),
                    new Expiring("transfer_offers", "client_id", "expires_at"),
                    new Expiring("throttles", "bucket", "full_until"));

    private final Database database;

    private final Limits limits;
    private final AuditRetention audit;

    public Purge(Database database, Limits limits, Supplier<AuditLimits> audit) {
        this.database = database;
        this.limits = limits;
        this.audit = new AuditRetention(database, audit);
    }

    /**
     * Deletes all expired rows. After each batch it pauses for three times as long as the batch
     * took, because writes and checks are more important.
     */
    public void deleteAllExpired(Instant now) {
        long began = System.nanoTime();
        while (deleteBatch(now) > 0) {
            LockSupport.parkNanos(PAUSE_FACTOR * (System.nanoTime() - began));
            began = System.nanoTime();
        }
    }

    /**
     * Deletes one batch of each kind and returns the number of rows that were deleted or examined.
     * 0 means that nothing is left to delete.
     */
    public int deleteBatch(Instant now) {
        int deleted = 0;
        for (Expiring table : TABLES) {
            deleted +=
                    database.write(
                            WriteSpace.ENDING,
                            sql -> sql.update(table.statement(), now, BATCH_SIZE));
        }
        return deleted
                + deleteOldUsage(now)
                + deleteOldDailyCalls(now)
                + audit.deleteBatch(now)
                + database.deleteOldChanges(now, CHANGES_BATCH_SIZE);
    }

    private int deleteOldUsage(Instant now) {
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
                                BATCH_SIZE));
    }

    private int deleteOldDailyCalls(Instant now) {
        return database.write(
                WriteSpace.ENDING,
                sql ->
                        sql.update(
                                """
                                DELETE FROM daily_calls
                                WHERE (subject, day, outcome) IN (SELECT subject, day, outcome FROM daily_calls
                                    WHERE day <= ? ORDER BY day LIMIT ?)
                                """,
                                now.minus(limits.usage()),
                                BATCH_SIZE));
    }

    /** How many expired rows have not been deleted yet, counted up to a bound. */
    int backlog(Instant now) {
        return database.read(sql -> {
            int expired = 0;
            for (Expiring table : TABLES) {
                expired +=
                        sql.one(table.count(), row -> row.number("dead"), now, StoreHealth.BOUND)
                                .orElse(0);
            }
            return expired;
        });
    }

    private record Expiring(String table, String key, String deadline) {
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
