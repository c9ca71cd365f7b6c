package dev.latchkey.storage.event;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.event.Delivery;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Values;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What was delivered to webhooks and what waits, as people read it and send it again. */
public record DeliveryLog(Database database) {
  /** Adds a delivery that a person asks for. False if the webhook is not active, or is full. */
  public boolean test(Webhook to, EventOutbox.Event event, Actor actor) {
    var store = database.at(actor.moment());
    return store.write(sql -> {
      boolean isAdded = Deliveries.add(sql, to.id(), List.of(event), actor.moment().at());
      if (isAdded) {
        sql.record(Webhooks.entry(actor, AuditEvent.WEBHOOK_TEST, to));
      }
      return isAdded;
    });
  }

  /**
   * Sends finished deliveries again: one, or all that were given up since a time. Returns how many,
   * which are no more than may wait.
   */
  public int replay(Webhook of, Replayed which, Actor actor) {
    var store = database.at(actor.moment());
    Instant now = actor.moment().at();
    return store.write(sql -> {
      Deliveries.lock(sql, of.id());
      Optional<Integer> room =
          sql.one(
              "SELECT waiting FROM event_endpoints WHERE endpoint_id = ? AND disabled_at IS NULL",
              row -> Webhook.MOST_WAITING - row.number("waiting"),
              of.id());
      if (room.isEmpty()) {
        return 0;
      }
      int replayed =
          sql.update(
              """
              UPDATE event_deliveries
              SET state = 'WAITING', next_attempt_at = NULL, attempts = 0, queued_at = :now, kept_until = NULL
              WHERE endpoint_id = :id
                AND number IN (SELECT d.number FROM event_deliveries d
                    WHERE d.endpoint_id = :id
                      AND {which}
                    ORDER BY d.number
                    LIMIT :room)
              """
                  .replace("{which}", which.condition()),
              new Values()
                  .and("now", now)
                  .and("id", of.id())
                  .and("value", which.value())
                  .and("room", room.get()));
      if (replayed > 0) {
        sql.update(
            "UPDATE event_endpoints SET waiting = waiting + ? WHERE endpoint_id = ?",
            replayed,
            of.id());
        Deliveries.release(sql, of.id(), now);
        sql.record(Webhooks.entry(actor, AuditEvent.WEBHOOK_REPLAY, of));
      }
      return replayed;
    });
  }

  /** Which deliveries are sent again. */
  public sealed interface Replayed {
    record One(long number) implements Replayed {}

    record GivenUpSince(Instant time) implements Replayed {}

    private String condition() {
      return switch (this) {
        case One _ -> "d.number = :value AND d.state <> 'WAITING'";
        case GivenUpSince _ -> "d.created_at >= :value AND d.state = 'GIVEN_UP'";
      };
    }

    private Object value() {
      return switch (this) {
        case One(long number) -> number;
        case GivenUpSince(Instant time) -> time;
      };
    }
  }

  /** The newest deliveries before this number, the newest first. */
  public List<Delivery> log(Id.Webhook of, Optional<Delivery.State> state, long before, int most) {
    String also = state.isPresent() ? " AND state = :state" : "";
    var values = new Values().and("id", of).and("before", before).and("most", most);
    state.ifPresent(wanted -> values.and("state", wanted));
    return database.list(sql ->
        sql.all(
            "SELECT * FROM event_deliveries WHERE endpoint_id = :id AND number < :before"
                + also
                + " ORDER BY number DESC LIMIT :most",
            Deliveries::read,
            values));
  }

  public Optional<Delivery> find(Id.Webhook of, long number) {
    return database.read(sql ->
        sql.one(
            "SELECT * FROM event_deliveries WHERE endpoint_id = ? AND number = ?",
            Deliveries::read,
            of,
            number));
  }
}
