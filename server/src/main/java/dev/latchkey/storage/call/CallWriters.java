package dev.latchkey.storage.call;

import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The processes that write to the request log. Each has a row that says up to when its calls are
 * written, and deletes it when it stops. The row of a process that is gone shows that calls may be
 * missing.
 */
public record CallWriters(Database database) {
  /** An idle process renews its row as often. */
  public static final Duration IDLE = Duration.ofMinutes(1);

  /** A process that has not renewed its row for so long is gone. */
  private static final Duration GONE = Duration.ofSeconds(150);

  /** The number of the lock whose node looks for processes that are gone. */
  private static final long TURN = 0x6761_7073L;

  private static final int MOST = 100;

  /**
   * That a process ended without stopping.
   *
   * @param fromAt its calls until then are in the log
   * @param noticedAt when another process, or its successor, has noticed
   */
  public record Gap(Instant fromAt, Instant noticedAt) {}

  /** Notes that the calls of this process that ended before this time are written. */
  public void written(String writer, Instant until) {
    database.run(sql ->
        sql.update(
            """
            INSERT INTO call_writers (writer_id, written_at)
            VALUES (:writer, :until)
            ON CONFLICT (writer_id) DO UPDATE SET written_at = excluded.written_at
            """,
            Map.of("writer", writer, "until", until)));
  }

  /** This process has written all its calls, and records no more. */
  public void end(String writer) {
    database.run(sql -> sql.update("DELETE FROM call_writers WHERE writer_id = ?", writer));
  }

  /** To be called when a process starts. With SQLite it is the only one. */
  public void begin(Instant now) {
    switch (database.dialect()) {
      case SQLITE -> notice(Instant.ofEpochMilli(Long.MAX_VALUE / 2), now);
      case POSTGRESQL -> notice(now);
    }
  }

  public void notice(Instant now) {
    notice(now.minus(GONE), now);
  }

  private void notice(Instant before, Instant now) {
    database.write(
        WriteSpace.ENDING, sql -> sql.hasTurn(TURN) ? notice(sql, before, now) : List.of());
  }

  private static List<Instant> notice(Sql sql, Instant before, Instant now) throws SQLException {
    List<Instant> gone =
        sql.all(
            "DELETE FROM call_writers WHERE written_at < ? RETURNING written_at",
            row -> row.instant("written_at"),
            before);
    sql.updateEach(
        """
        INSERT INTO call_gaps (from_at, noticed_at)
        VALUES (?, ?)
        ON CONFLICT (from_at) DO NOTHING
        """,
        gone,
        from -> List.of(from, now));
    return gone;
  }

  /** Those that were noticed since, the newest first. */
  public List<Gap> gaps(Instant since) {
    return database.list(sql ->
        sql.all(
            """
            SELECT from_at, noticed_at
            FROM call_gaps
            WHERE noticed_at >= ?
            ORDER BY noticed_at DESC, from_at DESC
            LIMIT ?
            """,
            row -> new Gap(row.instant("from_at"), row.instant("noticed_at")),
            since,
            MOST));
  }
}
