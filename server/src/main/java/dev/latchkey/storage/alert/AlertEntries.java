package dev.latchkey.storage.alert;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertFact;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.storage.audit.AuditExport;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Turns entries of the audit log into alerts. An entry is counted in one commit with the position
 * after it, so it counts once, whichever node reads it and whatever fails between.
 */
public final class AlertEntries {
  private static final String SUBSCRIBER = "alerts";
  private static final int BATCH = 200;

  /** The number of the lock whose node reads. */
  private static final long TURN = 0x616c_6572_74L;

  private final Database database;
  private final AuditExport entries;
  private final Alerts alerts;

  /** Up to this entry nothing is an alert. One thread reads, so it needs no lock. */
  private long examined;

  public AlertEntries(Database database, AuditExport entries, Alerts alerts) {
    this.database = database;
    this.entries = entries;
    this.alerts = alerts;
  }

  /** What a batch did. */
  public record Read(int entries, List<Alert> opened) {
    private static final Read NOTHING = new Read(0, List.of());
  }

  /** What happened before alerts existed is none. To be called when a server starts. */
  public void begin() {
    database.run(sql ->
        sql.update(
            """
            INSERT INTO event_positions (subscriber, entry_id)
            VALUES (?, (SELECT COALESCE(MAX(entry_id), 0) FROM audit))
            ON CONFLICT (subscriber) DO NOTHING
            """,
            SUBSCRIBER));
  }

  /** {@code facts}: those of an entry. */
  public Read next(Function<ListedAuditEntry, List<AlertFact>> facts, RequestMoment now) {
    long position = Math.max(examined, position());
    List<ListedAuditEntry> batch = entries.alertingAfter(position, BATCH);
    if (batch.isEmpty()) {
      return Read.NOTHING;
    }
    long last = batch.getLast().number();
    List<AlertFact> found = batch.stream().flatMap(each -> facts.apply(each).stream()).toList();
    if (found.isEmpty()) {
      examined = last;
      return new Read(batch.size(), List.of());
    }
    return database
        .at(now)
        .using(WriteSpace.RENEWING)
        .write(sql ->
            sql.hasTurn(TURN) && move(sql, position, last)
                ? new Read(batch.size(), alerts.raise(sql, found, now))
                : Read.NOTHING);
  }

  private long position() {
    return database.read(sql ->
        sql.one(
                "SELECT entry_id FROM event_positions WHERE subscriber = ?",
                row -> row.large("entry_id"),
                SUBSCRIBER)
            .orElse(0L));
  }

  /** False if another node was faster. */
  private static boolean move(Sql sql, long from, long to) throws SQLException {
    return sql.updateOne(
        """
        UPDATE event_positions
        SET entry_id = :to
        WHERE subscriber = :alerts
          AND entry_id <= :from
        """,
        Map.of("to", to, "from", from, "alerts", SUBSCRIBER));
  }
}
