package dev.latchkey.storage.audit;

import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Deletes the audit entries beyond the maximum number, so that no app and no organization pushes
 * out the entries of others (docs/decisions/0092). Entries are numbered in the order in which they
 * are written. The newest numbers are the window, in which every entry stays. Entries that apps
 * write without a person leave the log with the window. The others stay behind it, where the
 * organizations share a fifth of the maximum number.
 *
 * <p>One thread purges, so the fields need no lock. They only save work: after a restart the log is
 * read again from its beginning.
 *
 * <p>An old entry is deleted and never merged with others into a count, because single attempts are
 * what an administrator looks for. Deleting by number needs neither an index nor a count of the
 * entries.
 */
public final class AuditRetention {
  private static final int BATCH_SIZE = 100;
  private static final int SWEPT_AT_ONCE = 1_000;

  private static final String BY_APPS =
      AuditEvent.OF_APPS_ALONE.stream()
          .map(event -> "'" + event + "'")
          .collect(Collectors.joining(", ", "event IN (", ")"));

  /** The condition of the index from which the entries of each organization are counted. */
  private static final String INDEXED = "event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE')";

  private final Database database;
  private final Supplier<AuditLimits> limits;

  /** Up to this number no entry of an app is left. */
  private long swept;

  private Counted counted = new Counted(0, Integer.MAX_VALUE);
  private final ArrayDeque<Excess> excess = new ArrayDeque<>();

  public AuditRetention(Database database, Supplier<AuditLimits> limits) {
    this.database = database;
    this.limits = limits;
  }

  /** How many entries were behind the window when this was the last number behind it. */
  private record Counted(long edge, long behind) {}

  /** How many entries of an organization are to be deleted. Some entries belong to none. */
  private record Excess(Optional<String> organization, long entries) {}

  /** Returns the number of entries that were deleted or examined. 0 means that all is done. */
  public int deleteBatch() {
    long newest = number("SELECT COALESCE(MAX(entry_id), 0) AS found FROM audit");
    int behind = limits.get().behind();
    long edge = newest - limits.get().window();
    int examined = sweep(edge);
    if (examined > 0) {
      return examined;
    }
    if (excess.isEmpty() && mayExceed(behind, edge)) {
      count(behind, edge);
    }
    return deleteExcess(edge);
  }

  /** Deletes what apps wrote, among the next entries behind the window. */
  private int sweep(long edge) {
    Swept next =
        database.read(sql ->
            sql.one(
                    """
                    SELECT COUNT(*) AS entries, COALESCE(MAX(entry_id), 0) AS last
                    FROM (SELECT entry_id
                        FROM audit
                        WHERE entry_id > ?
                          AND entry_id <= ?
                        ORDER BY entry_id
                        LIMIT ?) n
                    """,
                    row -> new Swept(row.number("entries"), row.large("last")),
                    swept,
                    edge,
                    SWEPT_AT_ONCE)
                .orElseThrow());
    if (next.entries > 0) {
      database.run(sql ->
          sql.update(
              "DELETE FROM audit WHERE entry_id > ? AND entry_id <= ? AND " + BY_APPS,
              swept,
              next.last));
      swept = next.last;
    }
    return next.entries;
  }

  private record Swept(int entries, long last) {}

  /**
   * Whether there can be too many entries behind the window. Counting them takes seconds in a large
   * log, and since the last count no more can have come than numbers have left the window.
   */
  private boolean mayExceed(int allowed, long edge) {
    return edge - counted.edge > allowed - counted.behind
        && edge - number("SELECT COALESCE(MIN(entry_id), 0) AS found FROM audit") >= allowed;
  }

  /** Counts the entries of each organization behind the window, and decides what is too much. */
  private void count(int allowed, long edge) {
    List<Excess> found =
        database.read(sql ->
            sql.all(
                """
                SELECT organization_id, COUNT(*) AS entries
                FROM audit
                WHERE {indexed}
                  AND entry_id <= ?
                GROUP BY organization_id
                """
                    .replace("{indexed}", INDEXED),
                row -> new Excess(row.maybeText("organization_id"), row.large("entries")),
                edge));
    long entries = found.stream().mapToLong(Excess::entries).sum();
    if (entries > allowed) {
      // A tenth more is deleted, so that the next count is not due at once.
      entries = allowed - allowed / 10L;
      excess.addAll(beyondShares(found, entries));
    }
    counted = new Counted(edge, entries);
  }

  /**
   * What each organization has beyond its share. An organization that needs less than its share
   * leaves the rest to the others.
   */
  private static List<Excess> beyondShares(List<Excess> found, long allowed) {
    List<Excess> smallestFirst =
        found.stream().sorted(Comparator.comparingLong(Excess::entries)).toList();
    var beyond = new ArrayList<Excess>();
    long left = allowed;
    for (int i = 0; i < smallestFirst.size(); i++) {
      Excess one = smallestFirst.get(i);
      long kept = Math.min(one.entries, left / (smallestFirst.size() - i));
      left -= kept;
      if (kept < one.entries) {
        beyond.add(new Excess(one.organization, one.entries - kept));
      }
    }
    return beyond;
  }

  /** Deletes the oldest entries of one organization. */
  private int deleteExcess(long edge) {
    Excess next = excess.poll();
    if (next == null) {
      return 0;
    }
    int batch = (int) Math.min(next.entries, BATCH_SIZE);
    int deleted = database.write(sql -> deleteOldest(sql, next.organization, edge, batch));
    if (deleted == batch && next.entries > batch) {
      excess.push(new Excess(next.organization, next.entries - batch));
    }
    return batch;
  }

  private static int deleteOldest(Sql sql, Optional<String> organization, long edge, int batch)
      throws SQLException {
    String text =
        """
        DELETE FROM audit WHERE entry_id IN
            (SELECT entry_id
             FROM audit
             WHERE {indexed}
               AND organization_id {organization}
               AND entry_id <= ?
             ORDER BY at, entry_id
             LIMIT ?)
        """
            .replace("{indexed}", INDEXED)
            .replace("{organization}", organization.isPresent() ? "= ?" : "IS NULL");
    return organization.isPresent()
        ? sql.update(text, organization.get(), edge, batch)
        : sql.update(text, edge, batch);
  }

  private long number(String text) {
    return database.read(sql -> sql.one(text, row -> row.large("found")).orElse(0L));
  }
}
