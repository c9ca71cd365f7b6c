package dev.latchkey.storage.alert;

import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.alert.AlertRule;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AlertDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What people decide about alerts: they close them, mute them and choose the rules. */
public record AlertRules(Database database, Alerts alerts) {

  /** One for each kind. */
  public List<AlertRule> of(Id.Organization organization) {
    Map<AlertKind, AlertRule> chosen =
        database
            .list(sql ->
                sql.all(
                    "SELECT * FROM alert_rules WHERE organization_id = ?",
                    row ->
                        new AlertRule(
                            AlertKind.valueOf(row.text("kind")),
                            row.flag("is_on"),
                            row.number("threshold")),
                    organization))
            .stream()
            .collect(Collectors.toMap(AlertRule::kind, Function.identity()));
    return Arrays.stream(AlertKind.values())
        .map(kind -> chosen.getOrDefault(kind, AlertRule.usual(kind)))
        .toList();
  }

  public AlertRule of(Id.Organization organization, AlertKind kind) {
    return of(organization).stream().filter(rule -> rule.kind() == kind).findFirst().orElseThrow();
  }

  /** False if nothing differs. Alerts of a kind that is turned off are closed. */
  public boolean change(Id.Organization in, AlertRule before, AlertRule after, Actor actor) {
    if (before.equals(after)) {
      return false;
    }
    var store = database.at(actor.moment());
    store.write(sql -> {
      sql.update(
          """
          INSERT INTO alert_rules (organization_id, kind, is_on, threshold)
          VALUES (:organization, :kind, :on, :threshold)
          ON CONFLICT (organization_id, kind) DO UPDATE
          SET is_on = excluded.is_on, threshold = excluded.threshold
          """,
          new Values()
              .and("organization", in)
              .and("kind", after.kind())
              .and("on", after.isOn() ? 1 : 0)
              .and("threshold", after.threshold()));
      if (!after.isOn()) {
        closeAll(sql, in, after.kind(), actor);
      }
      sql.record(
          actor
              .entry(AuditEvent.ALERT_RULE_CHANGE)
              .in(in)
              .detailed(AlertDetail.between(before, after)));
      return true;
    });
    return true;
  }

  private void closeAll(Sql sql, Id.Organization in, AlertKind kind, Actor actor)
      throws SQLException {
    List<Id.Alert> open =
        sql.all(
            """
            SELECT alert_id
            FROM alerts
            WHERE organization_id = ?
              AND kind = ?
              AND closed_at IS NULL
            ORDER BY alert_id
            """,
            row -> new Id.Alert(row.text("alert_id")),
            in,
            kind.name());
    for (Id.Alert id : open) {
      boolean _ = alerts.close(sql, id, closed(Alert.Reason.MUTED, actor), actor.moment());
    }
  }

  /** False if it was closed before. */
  public boolean close(Alert known, Actor actor) {
    var store = database.at(actor.moment());
    return store.write(sql -> {
      boolean isDone =
          alerts.close(sql, known.id(), closed(Alert.Reason.BY_ACTOR, actor), actor.moment());
      if (isDone) {
        sql.record(entry(actor, AuditEvent.ALERT_CLOSE, known));
      }
      return isDone;
    });
  }

  /** Until this time no alert of this kind is opened about the same. The one that is open ends. */
  public void mute(Alert known, Instant until, Actor actor) {
    var store = database.at(actor.moment());
    store.write(sql -> {
      sql.update(
          """
          INSERT INTO alert_mutes (kind, subject, muted_until)
          VALUES (:kind, :subject, :until)
          ON CONFLICT (kind, subject) DO UPDATE SET muted_until = excluded.muted_until
          """,
          Map.of("kind", known.kind(), "subject", known.about().subject(), "until", until));
      boolean _ = alerts.close(sql, known.id(), closed(Alert.Reason.MUTED, actor), actor.moment());
      sql.record(entry(actor, AuditEvent.ALERT_MUTE, known));
      return true;
    });
  }

  /** Until when no alert like this one is opened. */
  public Optional<Instant> mutedUntil(Alert like, Instant now) {
    return database.read(sql ->
        sql.one(
            "SELECT muted_until FROM alert_mutes WHERE kind = ? AND subject = ? AND muted_until > ?",
            row -> row.instant("muted_until"),
            like.kind().name(),
            like.about().subject(),
            now));
  }

  private static Alert.Closed closed(Alert.Reason why, Actor actor) {
    Optional<Id.Subject> by =
        actor instanceof Actor.Authenticated caller ? Optional.of(caller.id()) : Optional.empty();
    return new Alert.Closed(actor.moment().at(), why, by);
  }

  private static AuditEntry entry(Actor actor, AuditEvent event, Alert alert) {
    AuditEntry entry = actor.entry(event).detailed(AlertDetail.of(alert));
    AuditEntry about = alert.about().client().map(entry::about).orElse(entry);
    return alert.organization().map(about::in).orElse(about);
  }
}
