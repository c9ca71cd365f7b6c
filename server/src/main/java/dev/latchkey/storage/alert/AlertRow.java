package dev.latchkey.storage.alert;

import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** A row of the table of alerts. */
final class AlertRow {
  private AlertRow() {}

  static Alert read(Sql.Row row) throws SQLException {
    Optional<Instant> closedAt = row.maybeInstant("closed_at");
    Optional<String> why = row.maybeText("closed_why");
    Optional<Id.Subject> by = row.maybeText("closed_by").map(Id.Subject::stored);
    return new Alert(
        new Id.Alert(row.text("alert_id")),
        row.maybeText("organization_id").map(Id.Organization::new),
        AlertKind.valueOf(row.text("kind")),
        new Alert.About(
            row.text("subject"), row.maybeText("client_id").map(Id.Client::new), row.text("name")),
        row.text("detail"),
        row.large("times"),
        row.instant("first_at"),
        row.instant("last_at"),
        closedAt.map(at ->
            new Alert.Closed(at, why.map(Alert.Reason::valueOf).orElse(Alert.Reason.OVER), by)));
  }
}
