package dev.latchkey.storage.event;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.event.Delivery;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The deliveries of webhooks. Of those about one subject, only the oldest that is not finished has
 * a time of its next attempt, so later ones never overtake it. Each write locks the webhook first.
 *
 * <p>An attempt begins with a write that moves the time of the next one behind the longest that an
 * attempt can take, and counts it. If the node fails, the attempt is repeated then; if it is only
 * slow, its result no longer counts, because the count is another.
 */
public record Deliveries(Database database) {
  /** How many webhooks with something to send are looked at together. */
  public static final int WEBHOOKS_AT_ONCE = 500;

  /** When a finished attempt of this webhook is repeated. It is longer than any attempt. */
  private static final Duration LEASE = Duration.ofSeconds(60);

  /** Why a webhook was disabled after an attempt. */
  public record Finished(boolean isRecorded, Optional<Webhook.Reason> disabled) {
    private static final Finished TOO_LATE = new Finished(false, Optional.empty());
  }

  /** False if too many wait. The caller disables the webhook. */
  static boolean add(Sql sql, Id.Webhook to, List<EventOutbox.Event> events, Instant now)
      throws SQLException {
    Optional<Long> last =
        sql.one(
            """
            UPDATE event_endpoints
            SET waiting = waiting + :more, last_number = last_number + :more
            WHERE endpoint_id = :id
              AND disabled_at IS NULL
              AND waiting + :more <= :most
            RETURNING last_number
            """,
            row -> row.large("last_number"),
            Map.of("more", events.size(), "id", to, "most", Webhook.MOST_WAITING));
    if (last.isEmpty()) {
      return false;
    }
    var numbered = new ArrayList<Numbered>();
    for (EventOutbox.Event event : events) {
      numbered.add(new Numbered(last.get() - events.size() + numbered.size() + 1, event));
    }
    sql.updateEach(
        """
        INSERT INTO event_deliveries (endpoint_id, number, event_id, type, subject, payload, created_at,
            queued_at, state)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'WAITING')
        """,
        numbered,
        each ->
            List.of(
                to,
                each.number,
                each.event.id(),
                each.event.type().code(),
                each.event.subject(),
                each.event.payload(),
                each.event.at(),
                now));
    release(sql, to, now);
    sql.update(
        "DELETE FROM event_deliveries WHERE endpoint_id = ? AND number <= ? AND state <> 'WAITING'",
        to,
        last.get() - Webhook.MOST_LOGGED);
    return true;
  }

  private record Numbered(long number, EventOutbox.Event event) {}

  /** The oldest about each subject may be attempted now, if it has no time yet. */
  static void release(Sql sql, Id.Webhook of, Instant now) throws SQLException {
    sql.update(
        """
        UPDATE event_deliveries
        SET next_attempt_at = :now
        WHERE endpoint_id = :id
          AND state = 'WAITING'
          AND next_attempt_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM event_deliveries o
              WHERE o.endpoint_id = :id
                AND o.subject = event_deliveries.subject
                AND o.state = 'WAITING'
                AND o.number < event_deliveries.number)
        """,
        Map.of("now", now, "id", of));
  }

  /** The same for one subject. */
  private static void release(Sql sql, Delivery finished, Instant now) throws SQLException {
    sql.update(
        """
        UPDATE event_deliveries
        SET next_attempt_at = :now
        WHERE endpoint_id = :id
          AND next_attempt_at IS NULL
          AND number = (SELECT MIN(o.number) FROM event_deliveries o
              WHERE o.endpoint_id = :id
                AND o.subject = :subject
                AND o.state = 'WAITING')
        """,
        Map.of("now", now, "id", finished.webhook(), "subject", finished.subject()));
  }

  /** Webhooks after this id that have something to send now, in the order of their ids. */
  public List<Id.Webhook> due(String after, Instant now) {
    return database.read(sql ->
        sql.all(
            """
            SELECT e.endpoint_id
            FROM event_endpoints e
            WHERE e.waiting > 0
              AND e.endpoint_id > ?
              AND EXISTS (SELECT 1 FROM event_deliveries d
                  WHERE d.endpoint_id = e.endpoint_id
                    AND d.next_attempt_at <= ?)
            ORDER BY e.endpoint_id
            LIMIT ?
            """,
            row -> new Id.Webhook(row.text("endpoint_id")),
            after,
            now,
            WEBHOOKS_AT_ONCE));
  }

  /** Takes deliveries whose time has come. No other node takes them while the lease lasts. */
  public List<Delivery> take(Id.Webhook of, int most, RequestMoment now) {
    return database
        .at(now)
        .using(WriteSpace.RENEWING)
        .write(sql -> {
          lock(sql, of);
          List<Delivery> taken =
              sql.all(
                  """
                  UPDATE event_deliveries
                  SET next_attempt_at = :until, attempts = attempts + 1
                  WHERE endpoint_id = :id
                    AND next_attempt_at <= :now
                    AND number IN (SELECT d.number FROM event_deliveries d
                        WHERE d.endpoint_id = :id
                          AND d.next_attempt_at <= :now
                        ORDER BY d.next_attempt_at, d.number
                        LIMIT :most)
                  RETURNING *
                  """,
                  Deliveries::read,
                  Map.of("until", now.at().plus(LEASE), "id", of, "now", now.at(), "most", most));
          return taken.stream().sorted(Comparator.comparingLong(Delivery::number)).toList();
        });
  }

  static void lock(Sql sql, Id.Webhook webhook) throws SQLException {
    sql.update("UPDATE event_endpoints SET waiting = waiting WHERE endpoint_id = ?", webhook);
  }

  /** Records the result of an attempt, unless another one has begun since. */
  public Finished finish(
      Delivery taken, Delivery.Attempt result, Webhook webhook, RequestMoment now) {
    return database
        .at(now)
        .using(WriteSpace.RENEWING)
        .write(sql -> {
          lock(sql, taken.webhook());
          boolean isDone = result.isDone();
          Optional<Instant> again = isDone ? Optional.empty() : taken.nextAfter(now.at());
          if (!record(sql, taken, result, again, now.at())) {
            return Finished.TOO_LATE;
          }
          if (again.isEmpty()) {
            release(sql, taken, now.at());
          }
          sql.update(
              """
              UPDATE event_endpoints
              SET waiting = waiting - :finished,
                  failing_since = CASE WHEN :done = 1 THEN NULL ELSE COALESCE(failing_since, :now) END
              WHERE endpoint_id = :id
              """,
              Map.of(
                  "finished",
                  again.isEmpty() ? 1 : 0,
                  "done",
                  isDone ? 1 : 0,
                  "now",
                  now.at(),
                  "id",
                  taken.webhook()));
          Optional<Webhook.Reason> why = reason(sql, result, taken.webhook(), now.at());
          if (why.isPresent()) {
            EventOutbox.disable(sql, webhook, why.get(), now);
          }
          return new Finished(true, why);
        });
  }

  private static Optional<Webhook.Reason> reason(
      Sql sql, Delivery.Attempt result, Id.Webhook webhook, Instant now) throws SQLException {
    if (result.isGone()) {
      return Optional.of(Webhook.Reason.GONE);
    }
    boolean isFailing =
        sql.exists(
            "SELECT 1 FROM event_endpoints WHERE endpoint_id = ? AND failing_since <= ?",
            webhook,
            now.minus(Webhook.MOST_FAILING));
    return isFailing ? Optional.of(Webhook.Reason.FAILING) : Optional.empty();
  }

  private static boolean record(
      Sql sql, Delivery taken, Delivery.Attempt result, Optional<Instant> again, Instant now)
      throws SQLException {
    Delivery.State left = result.isDone() ? Delivery.State.DELIVERED : Delivery.State.GIVEN_UP;
    return sql.updateOne(
        """
        UPDATE event_deliveries
        SET state = :state, next_attempt_at = :again, kept_until = :kept, attempted_at = :at,
            status = :status, answer = :answer, took = :took
        WHERE endpoint_id = :id
          AND number = :number
          AND attempts = :attempt
          AND state = 'WAITING'
        """,
        new Values()
            .and("state", again.isPresent() ? Delivery.State.WAITING : left)
            .and("again", again)
            .and(
                "kept",
                again.isPresent() ? Optional.empty() : Optional.of(now.plus(Webhook.LOGGED)))
            .and("at", result.at())
            .and("status", result.status())
            .and("answer", result.answer())
            .and("took", result.took().toMillis())
            .and("id", taken.webhook())
            .and("number", taken.number())
            .and("attempt", taken.attempts()));
  }

  static Delivery read(Sql.Row row) throws SQLException {
    Optional<Instant> attempted = row.maybeInstant("attempted_at");
    Optional<Integer> status = row.maybeText("status").map(Integer::valueOf);
    String answer = row.maybeText("answer").orElse("");
    var took = Duration.ofMillis(row.large("took"));
    return new Delivery(
        new Id.Webhook(row.text("endpoint_id")),
        row.large("number"),
        row.text("event_id"),
        row.text("type"),
        row.text("subject"),
        row.text("payload"),
        row.instant("created_at"),
        row.instant("queued_at"),
        Delivery.State.valueOf(row.text("state")),
        row.maybeInstant("next_attempt_at"),
        row.number("attempts"),
        attempted.map(at -> new Delivery.Attempt(at, status, answer, took)));
  }
}
