package dev.latchkey.storage.issued;

import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.WriteSpace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Gives an end to the rows of tokens that became inactive because everything was revoked
 * (docs/decisions/0095). No check needs it. The counts and lists of a credential do, because they
 * are read from indexes of what has not ended, and so do nodes of the release before.
 */
public record RevocationCleanup(Database database) {
  /** A grant that was being written while everything was revoked is in the store after this. */
  private static final Duration WRITES_ARE_OVER = Duration.ofMinutes(1);

  /** The number of a lock of PostgreSQL. The node that has it ends a page of rows. */
  private static final long TURN = 0x636c_6561_6eL;

  private record Due(String subject, int times) {}

  /** Leaves the rest to another node if that does the same now. */
  public void run(Instant now) {
    for (Due due : due(now)) {
      if (!isCleared(due.subject, now)) {
        return;
      }
      database.write(
          WriteSpace.ENDING,
          sql ->
              sql.update(
                  """
                  UPDATE revocations
                  SET times_cleared = :times
                  WHERE subject = :subject
                    AND times_cleared < :times
                  """,
                  Map.of("times", due.times, "subject", due.subject)));
    }
  }

  private List<Due> due(Instant now) {
    return database.read(sql ->
        sql.all(
            """
            SELECT subject, times_revoked
            FROM revocations
            WHERE times_cleared < times_revoked
              AND revoked_at < ?
            ORDER BY subject
            """,
            row -> new Due(row.text("subject"), row.number("times_revoked")),
            now.minus(WRITES_ARE_OVER)));
  }

  /** False if it was another node's turn. */
  private boolean isCleared(String subject, Instant now) {
    var selected = SelectedTokens.revoked(database, subject);
    for (var page = selected.next(); !page.isEmpty(); page = selected.next()) {
      long began = System.nanoTime();
      SelectedTokens.Page next = page;
      boolean hadTurn =
          database.write(
              WriteSpace.ENDING,
              sql -> {
                boolean hasTurn = sql.hasTurn(TURN);
                if (hasTurn) {
                  next.end(sql, now);
                }
                return hasTurn;
              });
      if (!hadTurn) {
        return false;
      }
      // Other writes are more important, so they get at least half of the time.
      LockSupport.parkNanos(System.nanoTime() - began);
    }
    return true;
  }
}
