package dev.latchkey.storage.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallLimits;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Keeps the request log within its bounds: so many calls of a credential, so many bytes in all, and
 * no call that is older than the log keeps.
 */
public record CallRetention(Database database) {
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

  /** Deletes calls and counts of hours that are too old. */
  public void deleteOld(CallLimits limits, Instant now) {
    Instant first = now.minus(limits.age());
    while (deleteBatch("call_blocks", "block_id", "last_at", first) == BATCH
        || deleteBatch("call_hours", "subject, hour", "hour", first) == BATCH) {
      // Each batch is a commit of its own, so that other writes come between them.
    }
  }

  private int deleteBatch(String table, String key, String time, Instant first) {
    String text =
        """
        DELETE FROM {table}
        WHERE ({key}) IN (SELECT {key} FROM {table} WHERE {time} < ? ORDER BY {time} LIMIT ?)
        """
            .replace("{table}", table)
            .replace("{key}", key)
            .replace("{time}", time);
    return database.write(WriteSpace.ENDING, sql -> sql.update(text, first, BATCH));
  }

  /** Deletes the oldest calls if all of them take too much. Returns how many blocks. */
  public int deleteBeyondBound(CallLimits limits) {
    long excess = bytes() - limits.bytes();
    if (excess <= 0) {
      return 0;
    }
    long wanted = excess + (long) (limits.bytes() * (1 - PART_KEPT));
    int deleted = 0;
    while (wanted > 0) {
      List<Long> batch = database.write(WriteSpace.ENDING, CallRetention::deleteOldest);
      if (batch.isEmpty()) {
        return deleted;
      }
      wanted -= batch.stream().mapToLong(bytes -> bytes + ROW_BYTES).sum();
      deleted += batch.size();
    }
    return deleted;
  }

  private static List<Long> deleteOldest(Sql sql) throws SQLException {
    return sql.all(
        """
        DELETE FROM call_blocks
        WHERE block_id IN (SELECT block_id FROM call_blocks ORDER BY last_at, block_id LIMIT ?)
        RETURNING bytes
        """,
        row -> row.large("bytes"),
        BATCH);
  }

  /** What all calls take. The index alone is read. */
  public long bytes() {
    return database.read(sql ->
        sql.one(
                "SELECT COUNT(*) AS blocks, COALESCE(SUM(bytes), 0) AS bytes FROM call_blocks",
                row -> row.large("bytes") + ROW_BYTES * row.large("blocks"))
            .orElseThrow());
  }
}
