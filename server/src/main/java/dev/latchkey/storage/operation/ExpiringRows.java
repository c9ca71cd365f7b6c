package dev.latchkey.storage.operation;

import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * The rows of one table, which expire at the time in one of its columns. They are deleted in
 * batches, the oldest first.
 *
 * <p>A batch begins where the one before ended: while a transaction such as a backup runs for
 * hours, PostgreSQL keeps the deleted rows, and each batch would read all of them again. Rows that
 * have been left behind are found once an hour. One thread purges, so the fields need no lock.
 */
final class ExpiringRows {
  private static final int SMALLEST_BATCH = 100;
  private static final int LARGEST_BATCH = 3_200;

  /** A batch that takes longer is followed by a smaller one, because other writes wait. */
  private static final Duration LONG = Duration.ofMillis(20);

  private static final Duration BETWEEN_COMPLETE_PASSES = Duration.ofHours(1);

  private final String table;
  private final String key;
  private final String deadline;
  private final String otherDeadline;
  private final Supplier<Duration> kept;

  private int batchSize = SMALLEST_BATCH;
  private Instant completePass = Instant.EPOCH;
  private Instant from = Instant.EPOCH;

  ExpiringRows(String table, String key, String deadline) {
    this(table, key, deadline, deadline);
  }

  /** Of two times in a row, the row expires at the later one. */
  ExpiringRows(String table, String key, String deadline, String otherDeadline) {
    this(table, key, deadline, otherDeadline, () -> Duration.ZERO);
  }

  /** {@code kept}: for how long a row is kept after the time in the column. */
  ExpiringRows(String table, String key, String deadline, Supplier<Duration> kept) {
    this(table, key, deadline, deadline, kept);
  }

  private ExpiringRows(
      String table, String key, String deadline, String otherDeadline, Supplier<Duration> kept) {
    this.table = table;
    this.key = key;
    this.deadline = deadline;
    this.otherDeadline = otherDeadline;
    this.kept = kept;
  }

  int deleteBatch(Sql sql, Instant now) throws SQLException {
    long began = System.nanoTime();
    beginCompletePassIfDue(now);
    List<Instant> deleted =
        sql.all(
            """
            DELETE FROM {table}
            WHERE ({key}) IN (SELECT {key}
                FROM {table}
                WHERE {deadline} >= ?
                  AND {deadline} <= ?
                  AND {otherDeadline} <= ?
                ORDER BY {deadline}
                LIMIT ?)
            RETURNING {deadline}
            """
                .replace("{table}", table)
                .replace("{key}", key)
                .replace("{deadline}", deadline)
                .replace("{otherDeadline}", otherDeadline),
            row -> row.instant(deadline),
            from,
            now.minus(kept.get()),
            now.minus(kept.get()),
            batchSize);
    if (!deleted.isEmpty()) {
      from = Collections.max(deleted);
    }
    chooseBatchSize(deleted.size(), System.nanoTime() - began);
    return deleted.size();
  }

  private void beginCompletePassIfDue(Instant now) {
    boolean isDue = !now.isBefore(completePass.plus(BETWEEN_COMPLETE_PASSES));
    boolean wasSetBack = now.isBefore(completePass);
    if (isDue || wasSetBack) {
      completePass = now;
      from = Instant.EPOCH;
    }
  }

  private void chooseBatchSize(int deleted, long nanos) {
    if (nanos > LONG.toNanos()) {
      batchSize = Math.max(SMALLEST_BATCH, batchSize / 2);
    } else if (deleted == batchSize) {
      batchSize = Math.min(LARGEST_BATCH, 2 * batchSize);
    }
  }

  /** How many rows have expired, counted up to a bound. */
  int count(Sql sql, Instant now, int bound) throws SQLException {
    return sql.one(
            "SELECT COUNT(*) AS expired FROM (SELECT 1 FROM %s WHERE %s <= ? AND %s <= ? LIMIT ?) e"
                .formatted(table, deadline, otherDeadline),
            row -> row.number("expired"),
            now.minus(kept.get()),
            now.minus(kept.get()),
            bound)
        .orElseThrow();
  }
}
