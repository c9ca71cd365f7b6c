package dev.latchkey.storage.audit;

import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.storage.database.Database;
import java.util.List;
import java.util.Optional;

/**
 * Reads the audit log in the order of its numbers, for a copy elsewhere. An entry is read only when
 * no entry with a lower number can be added any more, so a copy that remembers the last number
 * misses nothing.
 *
 * <p>SQLite has one writer, so numbers are committed in their order. PostgreSQL commits in any
 * order: while entry 5 is being written, entry 6 may be there already. Each write there has its
 * transaction number before it adds an entry (Sql.record). Therefore all entries up to 6 are final
 * when every transaction has ended that had begun when 6 was first seen.
 *
 * <p>A lock on the table would stop all writes for a moment once a second. A fixed delay would only
 * make a gap less likely.
 */
public final class AuditExport {
  private static final String NEWEST = "SELECT COALESCE(MAX(entry_id), 0) AS newest FROM audit";
  private static final String SEEN =
      """
      SELECT COALESCE(MAX(entry_id), 0) AS newest,
          CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) AS ended_before,
          CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT) AS begun_before
      FROM audit
      """;

  private final Database database;
  private Optional<Seen> pending = Optional.empty();
  private long lastFinal;

  public AuditExport(Database database) {
    this.database = database;
  }

  /**
   * The newest entry at a moment.
   *
   * @param endedBefore all transactions with lower numbers had ended
   * @param begunBefore no transaction with this or a higher number had begun
   */
  private record Seen(long newest, long endedBefore, long begunBefore) {}

  /** The number of the newest entry, or 0. */
  public long newest() {
    return database.read(sql -> sql.one(NEWEST, row -> row.large("newest")).orElseThrow());
  }

  /** The next entries after this number, the oldest first. Empty if there are none yet. */
  public List<ListedAuditEntry> after(long number, int limit) {
    return after(number, "", limit);
  }

  /**
   * The same without those that apps write all the time. They are found by the index {@code
   * audit_rare_by_number}, so however many there are, they cost nothing here.
   */
  public List<ListedAuditEntry> rareAfter(long number, int limit) {
    return after(number, AuditRecords.RARE, limit);
  }

  /** The same only for entries that may open an alert: the index audit_alerting has them. */
  public List<ListedAuditEntry> alertingAfter(long number, int limit) {
    return after(number, AuditRecords.ALERTING, limit);
  }

  private List<ListedAuditEntry> after(long number, String also, int limit) {
    long last = lastFinal();
    if (last <= number) {
      return List.of();
    }
    String text =
        AuditRecords.ENTRIES
            .replace("{conditions}", " AND a.entry_id > ? AND a.entry_id <= ?" + also)
            .replace("a.at {order}, a.entry_id {order}", "a.entry_id");
    return database.read(sql -> sql.all(text, AuditRecords::read, number, last, limit)).stream()
        .sorted(AuditRecords.BY_NUMBER)
        .toList();
  }

  /** The number up to which no entry can be added any more, as far as it is known. */
  public synchronized long lastFinal() {
    return switch (database.dialect()) {
      case SQLITE -> newest();
      case POSTGRESQL -> lastFinalOfManyWriters();
    };
  }

  private long lastFinalOfManyWriters() {
    Seen now =
        database.read(sql ->
            sql.one(
                    SEEN,
                    row ->
                        new Seen(
                            row.large("newest"),
                            row.large("ended_before"),
                            row.large("begun_before")))
                .orElseThrow());
    if (pending.filter(seen -> now.endedBefore < seen.begunBefore).isEmpty()) {
      lastFinal = pending.map(Seen::newest).orElse(lastFinal);
      pending = Optional.of(now);
    }
    return lastFinal;
  }
}
