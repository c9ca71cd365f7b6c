package dev.latchkey.storage.operation;

import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the server still has to do about what was committed: the lines of the audit log that have no
 * seal yet, the deliveries and the mails that wait.
 */
public record Backlog(Optional<Instant> unsealedSince, Waiting deliveries, Waiting mails) {
  public static final Backlog NONE =
      new Backlog(Optional.empty(), Waiting.NOTHING, Waiting.NOTHING);

  /** How many wait, and when the oldest of them began to. */
  public record Waiting(long count, Optional<Instant> since) {
    static final Waiting NOTHING = new Waiting(0, Optional.empty());
  }

  public static Backlog of(Database database) {
    return database.read(Backlog::of);
  }

  public static Backlog of(Sql sql) throws SQLException {
    return new Backlog(unsealed(sql), deliveries(sql), mails(sql));
  }

  private static Optional<Instant> unsealed(Sql sql) throws SQLException {
    return sql.one(
        """
        SELECT at
        FROM audit
        WHERE entry_id > COALESCE((SELECT s.last_entry FROM audit_seals s ORDER BY s.number DESC LIMIT 1), 0)
        ORDER BY entry_id
        LIMIT 1
        """,
        row -> row.instant("at"));
  }

  /** The oldest of each webhook has the lowest number, which an index has. */
  private static Waiting deliveries(Sql sql) throws SQLException {
    return sql.one(
            """
            SELECT COALESCE(SUM(e.waiting), 0) AS waiting,
                MIN((SELECT d.queued_at
                    FROM event_deliveries d
                    WHERE d.endpoint_id = e.endpoint_id
                      AND d.state = 'WAITING'
                    ORDER BY d.number
                    LIMIT 1)) AS since
            FROM event_endpoints e
            WHERE e.waiting > 0
            """,
            row -> new Waiting(row.large("waiting"), row.maybeInstant("since")))
        .orElseThrow();
  }

  private static Waiting mails(Sql sql) throws SQLException {
    return sql.one(
            "SELECT COUNT(*) AS waiting, MIN(created_at) AS since FROM mails",
            row -> new Waiting(row.large("waiting"), row.maybeInstant("since")))
        .orElseThrow();
  }

  /** For how long the oldest has waited. */
  public static Duration age(Optional<Instant> since, Instant now) {
    return since
        .map(then -> Duration.between(then, now))
        .filter(Duration::isPositive)
        .orElse(Duration.ZERO);
  }
}
