package dev.latchkey.storage.event;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.audit.WebhookDetail;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.storage.audit.AuditExport;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Turns entries of the audit log into deliveries (docs/decisions/0103). The entry is written with
 * the act. The deliveries of an entry are written with the position after it, so an entry becomes
 * each delivery once, whatever fails between.
 */
public final class EventOutbox {
  /** The subscriber whose position is that of all webhooks. */
  static final String WEBHOOKS = "webhooks";

  private static final int BATCH = 200;
  private static final Comparator<Receiver> BY_ID =
      Comparator.comparing(receiver -> receiver.webhook.id().value());

  /** The number of the lock whose node turns entries into deliveries. */
  private static final long TURN = 0x6576_656e_74L;

  private final Database database;
  private final AuditExport entries;

  /** Up to this entry no webhook wanted anything. One thread moves entries, so it needs no lock. */
  private long examined;

  public EventOutbox(Database database, AuditExport entries) {
    this.database = database;
    this.entries = entries;
  }

  /** An event as it is delivered. {@code at}: when it happened. */
  public record Event(Id.Event id, EventType type, Instant at, String subject, String payload) {}

  /** What a batch did: how many entries it read, and which webhooks had too much to wait for. */
  public record Moved(int entries, List<Webhook> full) {
    private static final Moved NOTHING = new Moved(0, List.of());
  }

  /**
   * Turns the next entries into deliveries, unless another node does. {@code events}: the event of
   * an entry, if it is one.
   */
  public Moved next(Function<ListedAuditEntry, Optional<Event>> events, RequestMoment now) {
    OptionalLong position = position();
    if (position.isEmpty()) {
      return Moved.NOTHING;
    }
    List<ListedAuditEntry> batch = entries.rareAfter(position.getAsLong(), BATCH);
    if (batch.isEmpty()) {
      return Moved.NOTHING;
    }
    long last = batch.getLast().number();
    List<Found> found = found(batch, events);
    if (isForNobody(found)) {
      examined = last;
      return new Moved(batch.size(), List.of());
    }
    return database
        .at(now)
        .using(WriteSpace.RENEWING)
        .write(sql ->
            sql.hasTurn(TURN) && move(sql, position.getAsLong(), last)
                ? new Moved(batch.size(), deliver(sql, found, now))
                : Moved.NOTHING);
  }

  private static List<Found> found(
      List<ListedAuditEntry> batch, Function<ListedAuditEntry, Optional<Event>> events) {
    return batch.stream()
        .flatMap(entry -> events.apply(entry).map(event -> new Found(entry, event)).stream())
        .toList();
  }

  /** Then nothing is written. A webhook that is created since starts behind these entries. */
  private boolean isForNobody(List<Found> found) {
    return found.isEmpty()
        || database.read(sql -> receivers(sql, found)).stream()
            .noneMatch(receiver -> found.stream().anyMatch(receiver::wants));
  }

  /** After which entry the next one may be delivered; empty if no webhook is active. */
  private OptionalLong position() {
    return database.read(sql -> {
      Optional<Long> first =
          sql.one(
                  "SELECT MIN(after_entry) AS first FROM event_endpoints WHERE disabled_at IS NULL",
                  row -> row.maybeText("first").map(Long::valueOf))
              .orElseThrow();
      if (first.isEmpty()) {
        return OptionalLong.empty();
      }
      long moved =
          sql.one(
                  "SELECT entry_id FROM event_positions WHERE subscriber = ?",
                  row -> row.large("entry_id"),
                  WEBHOOKS)
              .orElse(0L);
      return OptionalLong.of(Math.max(Math.max(first.get(), moved), examined));
    });
  }

  /** False if another node was faster. A webhook that was created since starts behind these. */
  private static boolean move(Sql sql, long from, long to) throws SQLException {
    return sql.updateOne(
        """
        UPDATE event_positions
        SET entry_id = :to
        WHERE subscriber = :webhooks
          AND entry_id <= :from
        """,
        Map.of("to", to, "from", from, "webhooks", WEBHOOKS));
  }

  private static List<Webhook> deliver(Sql sql, List<Found> found, RequestMoment now)
      throws SQLException {
    var full = new ArrayList<Webhook>();
    for (Receiver receiver : receivers(sql, found)) {
      List<Event> wanted = found.stream().filter(receiver::wants).map(Found::event).toList();
      if (!wanted.isEmpty() && !Deliveries.add(sql, receiver.webhook.id(), wanted, now.at())) {
        disable(sql, receiver.webhook, Webhook.Reason.FULL, now);
        full.add(receiver.webhook);
      }
    }
    return full;
  }

  /**
   * Adds an event that is not an entry of the audit log to what waits for the webhooks, in the
   * commit of what it is about. A webhook for which too much waits does not get it: the next entry
   * disables that one.
   */
  public static void publish(Sql sql, Optional<Id.Organization> of, Event event, RequestMoment now)
      throws SQLException {
    var receivers = new ArrayList<>(receivers(sql, "organization_id IS NULL"));
    if (of.isPresent()) {
      receivers.addAll(receivers(sql, "organization_id = ?", of.get()));
    }
    receivers.sort(BY_ID);
    for (Receiver receiver : receivers) {
      if (receiver.webhook.wanted().wants(event.type())) {
        boolean _ = Deliveries.add(sql, receiver.webhook.id(), List.of(event), now.at());
      }
    }
  }

  private record Found(ListedAuditEntry entry, Event event) {
    Optional<Id.Organization> organization() {
      return entry.entry().organization();
    }
  }

  private record Receiver(Webhook webhook, long after) {
    boolean wants(Found found) {
      return found.entry.number() > after
          && webhook.wanted().wants(found.event.type())
          && (webhook.organization().isEmpty()
              || webhook.organization().equals(found.organization()));
    }
  }

  /** The active webhooks of these organizations and of the platform, in the order of their ids. */
  private static List<Receiver> receivers(Sql sql, List<Found> found) throws SQLException {
    var receivers = new ArrayList<>(receivers(sql, "organization_id IS NULL"));
    for (Id.Organization each :
        found.stream().flatMap(one -> one.organization().stream()).collect(Collectors.toSet())) {
      receivers.addAll(receivers(sql, "organization_id = ?", each));
    }
    // Each is locked before it gets deliveries, so that no two writes wait for each other.
    receivers.sort(BY_ID);
    return receivers;
  }

  private static List<Receiver> receivers(Sql sql, String where, Object... values)
      throws SQLException {
    return sql.all(
        "SELECT * FROM event_endpoints WHERE disabled_at IS NULL AND " + where,
        row -> new Receiver(Webhooks.read(row).webhook(), row.large("after_entry")),
        values);
  }

  /** The server disables a webhook. */
  static boolean disable(Sql sql, Webhook webhook, Webhook.Reason why, RequestMoment now)
      throws SQLException {
    boolean isDone = Webhooks.disable(sql, webhook.id(), why, now.at());
    if (isDone) {
      sql.record(
          Webhooks.entry(new Actor.Server(now), AuditEvent.WEBHOOK_DISABLE, webhook)
              .detailed(WebhookDetail.of(webhook, why)));
    }
    return isDone;
  }
}
