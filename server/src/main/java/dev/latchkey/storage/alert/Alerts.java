package dev.latchkey.storage.alert;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertFact;
import dev.latchkey.model.event.EventType;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.event.EventOutbox;
import dev.latchkey.storage.limit.Throttle;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Opens and closes alerts. The unique index of open alerts decides which of several nodes has
 * opened one; the others count (docs/decisions/0104).
 *
 * @param events the message to webhooks about an alert that was opened or closed, which is written
 *     with it
 */
public record Alerts(
    Database database,
    BiFunction<EventType, Alert, EventOutbox.Event> events,
    RandomGenerator random) {

  /** Counts these facts. Returns the alerts that were opened by them. */
  public List<Alert> raise(Collection<AlertFact> facts, RequestMoment now) {
    return facts.isEmpty()
        ? List.of()
        : database.at(now).using(WriteSpace.RENEWING).write(sql -> raise(sql, facts, now));
  }

  List<Alert> raise(Sql sql, Collection<AlertFact> facts, RequestMoment now) throws SQLException {
    var opened = new ArrayList<Alert>();
    for (AlertFact fact : facts) {
      if (!count(sql, fact)) {
        open(sql, fact, now).ifPresent(opened::add);
      }
    }
    for (Alert alert : opened) {
      publish(sql, EventType.ALERT_OPENED, alert, now);
    }
    return opened;
  }

  /** False if none is open. */
  private static boolean count(Sql sql, AlertFact fact) throws SQLException {
    return sql.updateOne(
        """
        UPDATE alerts
        SET times = times + :more,
            last_at = CASE WHEN :more > 0 AND last_at < :at THEN :at ELSE last_at END,
            detail = CASE WHEN :more > 0 THEN :detail ELSE detail END
        WHERE kind = :kind
          AND subject = :subject
          AND closed_at IS NULL
        """,
        new Values()
            .and("more", fact.times().more())
            .and("at", fact.at())
            .and("detail", fact.detail())
            .and("kind", fact.kind())
            .and("subject", fact.about().subject()));
  }

  private Optional<Alert> open(Sql sql, AlertFact fact, RequestMoment now) throws SQLException {
    Optional<Id.User> owner = owner(sql, fact);
    List<Throttle> bounds =
        Stream.concat(
                Stream.of(Throttle.alerts(fact.organization())),
                owner.map(Throttle::alertsOfOwner).stream())
            .toList();
    for (Throttle bound : bounds) {
      if (bound.wait(sql, now.at()).isPresent()) {
        return Optional.empty();
      }
    }
    Id.Alert id = Id.ALERT.draw(random);
    Optional<Alert> open =
        sql.one(
            """
            INSERT INTO alerts (alert_id, organization_id, kind, subject, client_id, name, detail, times, first_at, last_at)
            SELECT :id, :organization, :kind, :subject, :client, :name, :detail, :times, :at, :at
            WHERE NOT EXISTS (SELECT 1 FROM alert_rules r
                WHERE r.organization_id = :organization
                  AND r.kind = :kind
                  AND r.is_on = 0)
              AND NOT EXISTS (SELECT 1 FROM alert_mutes m
                WHERE m.kind = :kind
                  AND m.subject = :subject
                  AND m.muted_until > :now)
              AND NOT EXISTS (SELECT 1 FROM alerts a
                WHERE a.kind = :kind
                  AND a.subject = :subject
                  AND a.first_at >= :since)
              AND (SELECT COUNT(*) FROM alerts a
                WHERE a.organization_id = :organization
                  AND a.kind = :kind
                  AND a.closed_at IS NULL) < :most
              AND (SELECT COUNT(*) FROM alerts a
                JOIN credentials c ON c.client_id = a.client_id
                  AND c.owner_id = :owner
                WHERE a.organization_id = :organization
                  AND a.kind = :kind
                  AND a.closed_at IS NULL) < :most_of_owner
            ON CONFLICT (kind, subject) WHERE closed_at IS NULL DO UPDATE
            SET times = alerts.times + :more
            RETURNING *
            """,
            AlertRow::read,
            new Values()
                .and("id", id)
                .and("organization", fact.organization())
                .and("kind", fact.kind())
                .and("subject", fact.about().subject())
                .and("client", fact.about().client())
                .and("name", fact.about().name())
                .and("detail", fact.detail())
                .and("times", fact.times().inAll())
                .and("more", fact.times().more())
                .and("at", fact.at())
                .and("now", now.at())
                .and("since", fact.since().orElse(Instant.ofEpochMilli(Long.MAX_VALUE)))
                .and("most", Alert.MOST_OPEN)
                .and("owner", owner)
                .and("most_of_owner", Alert.MOST_OPEN_OF_OWNER));
    Optional<Alert> opened = open.filter(alert -> alert.id().equals(id));
    if (opened.isPresent()) {
      boolean _ = Throttle.takeAll(sql, now.at(), bounds);
    }
    return opened;
  }

  private static Optional<Id.User> owner(Sql sql, AlertFact fact) throws SQLException {
    Optional<Id.Client> client = fact.about().client();
    return client.isPresent()
        ? sql.one(
            "SELECT owner_id FROM credentials WHERE client_id = ?",
            row -> new Id.User(row.text("owner_id")),
            client.get())
        : Optional.empty();
  }

  private void publish(Sql sql, EventType type, Alert alert, RequestMoment now)
      throws SQLException {
    EventOutbox.publish(sql, alert.organization(), events.apply(type, alert), now);
  }

  /** The server closes what is over. */
  void close(Sql sql, Collection<Id.Alert> over, Alert.Reason why, RequestMoment now)
      throws SQLException {
    for (Id.Alert id : over) {
      boolean _ = close(sql, id, new Alert.Closed(now.at(), why, Optional.empty()), now);
    }
  }

  /** False if it was closed before. */
  boolean close(Sql sql, Id.Alert id, Alert.Closed closed, RequestMoment now) throws SQLException {
    Optional<Alert> done =
        sql.one(
            """
            UPDATE alerts
            SET closed_at = :now, closed_why = :why, closed_by = :by, kept_until = :kept
            WHERE alert_id = :id
              AND closed_at IS NULL
            RETURNING *
            """,
            AlertRow::read,
            new Values()
                .and("now", closed.at())
                .and("why", closed.why())
                .and("by", closed.by())
                .and("kept", closed.at().plus(Alert.HISTORY))
                .and("id", id));
    if (done.isPresent()) {
      publish(sql, EventType.ALERT_CLOSED, done.get(), now);
    }
    return done.isPresent();
  }
}
