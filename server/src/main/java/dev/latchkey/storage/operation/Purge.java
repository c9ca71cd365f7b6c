package dev.latchkey.storage.operation;

import dev.latchkey.model.Limits;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.storage.audit.AuditRetention;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.query.PagedQuery;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Deletes rows that can no longer have an effect. It deletes small batches, so that no other write
 * waits for long, and only one node at a time does it. A used code or a rotated pair is deleted
 * only after its own deadline, because until then a second use must be recognised.
 */
public final class Purge {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final int PAUSE_FACTOR = 3;
  private static final int CHANGES_BATCH_SIZE = 1_000;

  /**
   * The number of the lock whose node deletes a batch. Nodes that purge at the same time would
   * delete the same rows and wait for each other. A node that has lost its turn once leaves the
   * rest to the other one.
   */
  private static final long TURN = 0x7075_7267_65L;

  private final Database database;
  private final Limits limits;
  private final AuditRetention audit;
  private final Optional<DayPartitions> rotated;
  private final List<ExpiringRows> tables;

  public Purge(Database database, Limits limits, Supplier<AuditLimits> auditLimits) {
    this.database = database;
    this.limits = limits;
    this.audit = new AuditRetention(database, auditLimits);
    this.rotated =
        switch (database.dialect()) {
          case SQLITE -> Optional.empty();
          case POSTGRESQL -> Optional.of(new DayPartitions(database));
        };
    this.tables =
        List.of(
            new ExpiringRows("codes", "code_hash", "kept_until"),
            new ExpiringRows("pairs", "access_hash", "refresh_expires_at", "access_expires_at"),
            new ExpiringRows(
                rotated.isPresent() ? "rotated_refresh_rest" : "rotated_refresh",
                "refresh_key, kept_until",
                "kept_until"),
            new ExpiringRows("rotated_access", "access_hash", "rotated_at", limits::replayGrace),
            new ExpiringRows("child_tokens", "token_hash", "expires_at"),
            new ExpiringRows("grants", "grant_id", "ends_at"),
            new ExpiringRows("answers", "refresh_hash", "kept_until"),
            new ExpiringRows("sessions", "session_hash", "expires_at"),
            new ExpiringRows("external_sign_ins", "key_hash", "expires_at"),
            new ExpiringRows("pending_sign_ins", "key_hash", "expires_at"),
            new ExpiringRows("password_links", "link_hash", "expires_at"),
            new ExpiringRows("sent_forms", "form_id", "kept_until"),
            new ExpiringRows("device_requests", "device_hash", "kept_until"),
            new ExpiringRows("transfer_offers", "client_id", "expires_at"),
            new ExpiringRows("throttles", "bucket", "full_until"),
            new ExpiringRows("event_deliveries", "endpoint_id, number", "kept_until"),
            new ExpiringRows("mails", "mail_id", "kept_until"),
            new ExpiringRows("access_review_items", "review_id, number", "kept_until"),
            new ExpiringRows("access_reviews", "review_id", "kept_until"),
            new ExpiringRows("alerts", "alert_id", "kept_until"),
            new ExpiringRows("alert_mutes", "kind, subject", "muted_until"),
            new ExpiringRows("usage", "client_id, scope, day", "day", limits::usage),
            new ExpiringRows("daily_calls", "subject, day, outcome", "day", limits::usage),
            new ExpiringRows("audit", "entry_id", "at", () -> auditLimits.get().age()));
  }

  /**
   * Prepares the store for the rows that this server will write, unless the clock is wrong. That is
   * logged here, because this runs when the server starts.
   */
  public void prepare(Instant now) {
    Optional<String> fault = database.clockFault();
    fault.ifPresent(what -> LOG.log(System.Logger.Level.WARNING, "Nothing is deleted: " + what));
    if (fault.isEmpty()) {
      rotated.ifPresent(partitions -> partitions.keep(now, limits.refreshToken(), firstExpiry()));
    }
  }

  /** When the first of the pairs expires, of which most will be replaced before. */
  private Optional<Instant> firstExpiry() {
    return database.read(sql ->
        sql.one(
                "SELECT MIN(refresh_expires_at) AS first FROM pairs",
                row -> row.maybeInstant("first"))
            .orElseThrow());
  }

  /**
   * Deletes all expired rows, unless another node does, or the clock is wrong: it would delete rows
   * that have not expired. After each batch it pauses for three times as long as the batch took,
   * because writes and checks are more important.
   */
  public void deleteAllExpired(Instant now) {
    if (database.clockFault().isPresent()) {
      return;
    }
    long began = System.nanoTime();
    while (deleteBatch(now) > 0) {
      LockSupport.parkNanos(PAUSE_FACTOR * (System.nanoTime() - began));
      began = System.nanoTime();
    }
  }

  /**
   * Deletes one batch of each kind and returns the number of rows that were deleted or examined. 0
   * means that nothing is left to delete, or that another node deletes it.
   */
  public int deleteBatch(Instant now) {
    int deleted = 0;
    for (ExpiringRows table : tables) {
      OptionalInt batch =
          database.write(
              WriteSpace.ENDING,
              sql ->
                  sql.hasTurn(TURN)
                      ? OptionalInt.of(table.deleteBatch(sql, now))
                      : OptionalInt.empty());
      if (batch.isEmpty()) {
        return 0;
      }
      deleted += batch.getAsInt();
    }
    return deleted + audit.deleteBatch() + database.deleteOldChanges(now, CHANGES_BATCH_SIZE);
  }

  /** How many expired rows have not been deleted yet, counted up to a bound. */
  int backlog(Instant now) {
    return database.read(sql -> {
      int expired = 0;
      for (ExpiringRows table : tables) {
        expired += table.count(sql, now, PagedQuery.MAX_COUNTED);
      }
      return expired;
    });
  }
}
