package dev.latchkey.storage.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallLimits;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Keeps the request log within its bounds: so many calls of a credential, so many bytes in all, and
 * no call that is older than the operator, or its organization, keeps them.
 */
public record CallRetention(Database database, OrganizationLogs logs) {
  /** The number of the lock whose node deletes a batch. */
  private static final long TURN = 0x6361_6c6c_73L;

  /** What a row and its indexes take beside its content. */
  static final int ROW_BYTES = 320;

  /** Fewer calls than this are not worth a block of their own once others of its time are there. */
  private static final int FEW = 500;

  /** Blocks of the last moments are left alone, because nodes still add to their time. */
  private static final Duration SETTLED = Duration.ofMinutes(2);

  /** A tenth more is deleted, so that the next deletion is not due at once. */
  private static final double PART_KEPT = 0.9;

  private static final int BATCH = 100;
  private static final int MOST_HEADS = 20_000;

  private record Head(String id, Id.Organization organization, Instant lastAt, int calls) {
    static Head read(Sql.Row row) throws SQLException {
      return new Head(
          row.text("block_id"), row.organization(), row.instant("last_at"), row.number("calls"));
    }

    Window window() {
      return new Window(organization, CallBlocks.window(lastAt));
    }
  }

  private record Window(Id.Organization organization, long number) {}

  /**
   * Deletes the calls of a credential beyond its number, and merges its small blocks. To be called
   * when it has many more calls than the last time.
   */
  public void settle(Id.Client client, CallLimits limits, Instant now) {
    List<Head> heads =
        database.read(sql ->
            sql.all(
                """
                SELECT block_id, organization_id, last_at, calls
                FROM call_blocks
                WHERE client_id = ?
                ORDER BY last_at DESC, block_id DESC
                LIMIT ?
                """,
                Head::read,
                client,
                MOST_HEADS));
    int beyond = beyond(heads, limits.calls());
    delete(heads.subList(beyond, heads.size()));
    heads.subList(0, beyond).stream()
        .filter(head -> head.calls < FEW && head.lastAt.isBefore(now.minus(SETTLED)))
        .collect(Collectors.groupingBy(Head::window))
        .values()
        .stream()
        .filter(together -> together.size() > 1)
        .forEach(this::merge);
  }

  /** How many of these blocks have the calls that are kept. */
  private static int beyond(List<Head> heads, int most) {
    long calls = 0;
    int kept = 0;
    while (kept < heads.size() && calls < most) {
      calls += heads.get(kept).calls;
      kept++;
    }
    return kept;
  }

  private void delete(List<Head> heads) {
    for (int from = 0; from < heads.size(); from += BATCH) {
      List<Head> some = heads.subList(from, Math.min(heads.size(), from + BATCH));
      database.write(
          WriteSpace.ENDING,
          sql ->
              sql.updateEach(
                  "DELETE FROM call_blocks WHERE block_id = ?", some, head -> List.of(head.id)));
    }
  }

  /** A block that another node merges at the same time is not there any more for this one. */
  private void merge(List<Head> together) {
    database.run(sql -> {
      var calls = new ArrayList<RecordedCall>();
      for (Head head : together) {
        sql.one(
                """
                DELETE FROM call_blocks
                WHERE block_id = ?
                RETURNING client_id, organization_id, content
                """,
                row -> CallBlock.unpack(row.client(), row.organization(), row.bytes("content")),
                head.id)
            .ifPresent(block -> calls.addAll(block.calls()));
      }
      CallBlocks.insert(sql, CallBlocks.rows(CallBlocks.blocks(calls)));
    });
  }

  /** Deletes calls and counts of hours that are too old, for the operator and for organizations. */
  public void deleteOld(CallLimits limits, Instant now) {
    Instant first = now.minus(limits.age());
    deleteWhile(sql -> deleteBatch(sql, "call_blocks", "block_id", "last_at", first));
    deleteWhile(sql -> deleteBatch(sql, "call_hours", "subject, hour", "hour", first));
    deleteWhile(
        sql -> deleteBatch(sql, "route_calls", "path, method, day, client_id", "day", first));
    deleteWhile(sql -> deleteBatch(sql, "call_gaps", "from_at", "noticed_at", first));
    for (OrganizationLogs.Shorter shorter : logs.shorter(limits, now)) {
      deleteWhile(sql -> deleteBatch(sql, shorter));
    }
  }

  /** A part of a deletion. Returns how many rows it has deleted. */
  @FunctionalInterface
  private interface Batch {
    int delete(Sql sql) throws SQLException;
  }

  /**
   * Each batch is a commit of its own, so that other writes come between them. If another node
   * deletes, it does the rest as well.
   */
  private void deleteWhile(Batch batch) {
    int deleted = BATCH;
    while (deleted == BATCH) {
      deleted = database.write(WriteSpace.ENDING, sql -> sql.hasTurn(TURN) ? batch.delete(sql) : 0);
    }
  }

  private static int deleteBatch(Sql sql, String table, String key, String time, Instant first)
      throws SQLException {
    String text =
        """
        DELETE FROM {table}
        WHERE ({key}) IN (SELECT {key} FROM {table} WHERE {time} < ? ORDER BY {time} LIMIT ?)
        """
            .replace("{table}", table)
            .replace("{key}", key)
            .replace("{time}", time);
    return sql.update(text, first, BATCH);
  }

  /** A block may end after the time until which calls are deleted, and have some from before it. */
  private static int deleteBatch(Sql sql, OrganizationLogs.Shorter shorter) throws SQLException {
    return sql.update(
        """
        DELETE FROM call_blocks
        WHERE block_id IN (SELECT block_id
                           FROM call_blocks
                           WHERE organization_id = :organization
                             AND last_at < :latest
                             AND (last_at < :old OR first_at < :deleted)
                           ORDER BY last_at, block_id
                           LIMIT :batch)
        """,
        new Values()
            .and("organization", shorter.organization())
            .and("latest", shorter.latest())
            .and("old", shorter.until())
            .and("deleted", shorter.deletedUntil())
            .and("batch", BATCH));
  }

  /**
   * Deletes the oldest calls of the organizations that have the most, if all of them take too much.
   * An organization that has less than its share loses nothing, however much others call. Returns
   * how many blocks.
   */
  public int deleteBeyondBound(CallLimits limits) {
    if (bytes() <= limits.bytes()) {
      return 0;
    }
    Map<Id.Organization, Long> sizes = sizes();
    long share = share(sizes.values(), (long) (limits.bytes() * PART_KEPT));
    return sizes.entrySet().stream()
        .filter(each -> each.getValue() > share)
        .mapToInt(each -> deleteOldest(each.getKey(), each.getValue() - share))
        .sum();
  }

  /** What each may have at most so that all fit, while those with less keep what they have. */
  static long share(Collection<Long> sizes, long room) {
    long left = room;
    int others = sizes.size();
    for (long size : sizes.stream().sorted().toList()) {
      if (size > left / others) {
        return left / others;
      }
      left -= size;
      others--;
    }
    return Long.MAX_VALUE;
  }

  private int deleteOldest(Id.Organization organization, long bytes) {
    long wanted = bytes;
    int deleted = 0;
    while (wanted > 0) {
      List<Long> batch =
          database.write(
              WriteSpace.ENDING,
              sql -> sql.hasTurn(TURN) ? deleteOldest(sql, organization) : List.of());
      if (batch.isEmpty()) {
        return deleted;
      }
      wanted -= batch.stream().mapToLong(size -> size + ROW_BYTES).sum();
      deleted += batch.size();
    }
    return deleted;
  }

  private static List<Long> deleteOldest(Sql sql, Id.Organization organization)
      throws SQLException {
    return sql.all(
        """
        DELETE FROM call_blocks
        WHERE block_id IN (SELECT block_id
                           FROM call_blocks
                           WHERE organization_id = ?
                           ORDER BY last_at, block_id
                           LIMIT ?)
        RETURNING bytes
        """,
        row -> row.large("bytes"),
        organization,
        BATCH);
  }

  /** What the calls of each organization take. The index alone is read. */
  private Map<Id.Organization, Long> sizes() {
    return database
        .read(sql ->
            sql.all(
                """
                SELECT organization_id, COUNT(*) AS blocks, SUM(bytes) AS bytes
                FROM call_blocks
                GROUP BY organization_id
                ORDER BY organization_id
                """,
                row -> Map.entry(row.organization(), size(row))))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static long size(Sql.Row row) throws SQLException {
    return row.large("bytes") + ROW_BYTES * row.large("blocks");
  }

  /** What all calls take. The index alone is read. */
  public long bytes() {
    return database.read(sql ->
        sql.one(
                "SELECT COUNT(*) AS blocks, COALESCE(SUM(bytes), 0) AS bytes FROM call_blocks",
                CallRetention::size)
            .orElseThrow());
  }
}
