package dev.latchkey.storage.event;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.WebhookDetail;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.limit.UsedForms;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The endpoints that receive events (docs/decisions/0103). */
public record Webhooks(Database database, Limits limits) {
  private static final String ORDER = " ORDER BY created_at, endpoint_id LIMIT ?";

  /** A webhook whose secrets are encrypted under the key file. */
  public record Sealed(Webhook webhook, byte[] keys) {}

  public enum Creation {
    CREATED,
    TOO_MANY,
    FORM_SENT_BEFORE
  }

  public Optional<Webhook> find(Id.Webhook id) {
    return database.read(sql -> find(sql, id)).map(Sealed::webhook);
  }

  public Optional<Sealed> findSealed(Id.Webhook id) {
    return database.read(sql -> find(sql, id));
  }

  private static Optional<Sealed> find(Sql sql, Id.Webhook id) throws SQLException {
    return sql.one("SELECT * FROM event_endpoints WHERE endpoint_id = ?", Webhooks::read, id);
  }

  /** Those of an organization, or those of the platform, the oldest first. */
  public List<Webhook> of(Optional<Id.Organization> organization) {
    return database
        .list(sql ->
            organization.isPresent()
                ? sql.all(
                    "SELECT * FROM event_endpoints WHERE organization_id = ?" + ORDER,
                    Webhooks::read,
                    organization.get(),
                    Webhook.MOST)
                : sql.all(
                    "SELECT * FROM event_endpoints WHERE organization_id IS NULL" + ORDER,
                    Webhooks::read,
                    Webhook.MOST))
        .stream()
        .map(Sealed::webhook)
        .toList();
  }

  /** {@code form}: the form that was sent, which works once; calls and commands have none. */
  public Creation create(Sealed created, Optional<Id.Form> form, Actor actor) {
    Webhook webhook = created.webhook();
    var store = database.at(actor.moment());
    return store.write(sql -> {
      lockPosition(sql);
      if (form.isPresent() && !UsedForms.spend(sql, form.get(), limits, actor.moment())) {
        return Creation.FORM_SENT_BEFORE;
      }
      boolean isInserted =
          sql.updateOne(
              """
              INSERT INTO event_endpoints (endpoint_id, organization_id, url, description, types,
                  sealed_secret, public_key, after_entry, created_at)
              SELECT :id, :organization, :url, :description, :types, :keys, :public,
                  (SELECT COALESCE(MAX(entry_id), 0) FROM audit), :now
              WHERE (SELECT COUNT(*) FROM event_endpoints WHERE {of}) < :most
              """
                  .replace("{of}", place(webhook)),
              new Values()
                  .and("id", webhook.id())
                  .and("organization", webhook.organization())
                  .and("url", webhook.wanted().url())
                  .and("description", webhook.wanted().description())
                  .and("types", types(webhook.wanted()))
                  .and("keys", created.keys())
                  .and("public", webhook.publicKey())
                  .and("now", actor.moment().at())
                  .and("most", Webhook.MOST));
      if (!isInserted) {
        return Creation.TOO_MANY;
      }
      sql.record(entry(actor, AuditEvent.WEBHOOK_CREATE, webhook));
      return Creation.CREATED;
    });
  }

  private static String place(Webhook webhook) {
    return webhook.organization().isPresent()
        ? "organization_id = :organization"
        : "organization_id IS NULL";
  }

  /**
   * Locks the position of the outbox, so that webhooks are counted one after the other, and so that
   * none is created while entries become deliveries.
   */
  private static void lockPosition(Sql sql) throws SQLException {
    sql.update(
        """
        INSERT INTO event_positions (subscriber, entry_id) VALUES (?, 0)
        ON CONFLICT (subscriber) DO UPDATE SET entry_id = event_positions.entry_id
        """,
        EventOutbox.WEBHOOKS);
  }

  /** False if the webhook was changed since {@code known} was read, or is gone. */
  public boolean change(Webhook known, Webhook.Wanted wanted, Actor actor) {
    return changing(
        """
        UPDATE event_endpoints
        SET url = :url, description = :description, types = :types, version = version + 1
        WHERE endpoint_id = :id AND version = :version
        """,
        new Values()
            .and("url", wanted.url())
            .and("description", wanted.description())
            .and("types", types(wanted)),
        known,
        entry(actor, AuditEvent.WEBHOOK_CHANGE, known)
            .detailed(WebhookDetail.between(known.wanted(), wanted)),
        actor);
  }

  /** The same with other secrets, of which the one before is used until this time. */
  public boolean rotate(Sealed next, Instant previousUntil, Actor actor) {
    Webhook known = next.webhook();
    return changing(
        """
        UPDATE event_endpoints
        SET sealed_secret = :keys, public_key = :public, previous_until = :until, version = version + 1
        WHERE endpoint_id = :id AND version = :version
        """,
        new Values()
            .and("keys", next.keys())
            .and("public", known.publicKey())
            .and("until", previousUntil),
        known,
        entry(actor, AuditEvent.WEBHOOK_SECRET_ROTATE, known),
        actor);
  }

  /** False if it is active, or was changed. From now on it receives what happens next. */
  public boolean enable(Webhook known, Actor actor) {
    return changing(
        """
        UPDATE event_endpoints
        SET disabled_at = NULL, disabled_why = NULL, failing_since = NULL, version = version + 1,
            after_entry = (SELECT COALESCE(MAX(entry_id), 0) FROM audit)
        WHERE endpoint_id = :id AND version = :version AND disabled_at IS NOT NULL
        """,
        new Values(),
        known,
        entry(actor, AuditEvent.WEBHOOK_ENABLE, known),
        actor);
  }

  private boolean changing(
      String text, Values values, Webhook known, AuditEntry entry, Actor actor) {
    var store = database.at(actor.moment());
    return store.write(sql -> {
      boolean isDone =
          sql.updateOne(text, values.and("id", known.id()).and("version", known.version()));
      if (isDone) {
        sql.record(entry);
      }
      return isDone;
    });
  }

  /** False if it was disabled before, or is gone. What waits is given up, and can be replayed. */
  public boolean disable(Webhook known, Actor actor) {
    var store = database.at(actor.moment());
    return store.write(sql -> {
      boolean isDone = disable(sql, known.id(), Webhook.Reason.BY_PERSON, actor.moment().at());
      if (isDone) {
        sql.record(entry(actor, AuditEvent.WEBHOOK_DISABLE, known));
      }
      return isDone;
    });
  }

  static boolean disable(Sql sql, Id.Webhook id, Webhook.Reason why, Instant now)
      throws SQLException {
    boolean isDone =
        sql.updateOne(
            """
            UPDATE event_endpoints
            SET disabled_at = ?, disabled_why = ?, waiting = 0, version = version + 1
            WHERE endpoint_id = ? AND disabled_at IS NULL
            """,
            now,
            why.name(),
            id);
    if (isDone) {
      sql.update(
          """
          UPDATE event_deliveries
          SET state = 'GIVEN_UP', next_attempt_at = NULL, kept_until = ?
          WHERE endpoint_id = ? AND state = 'WAITING'
          """,
          now.plus(Webhook.LOGGED),
          id);
    }
    return isDone;
  }

  /** False if it is gone already. Its deliveries are deleted with it. */
  public boolean delete(Webhook known, Actor actor) {
    var store = database.at(actor.moment());
    return store.write(sql -> {
      // The lock keeps the outbox from adding a delivery in between.
      sql.update("UPDATE event_endpoints SET version = version WHERE endpoint_id = ?", known.id());
      sql.update("DELETE FROM event_deliveries WHERE endpoint_id = ?", known.id());
      boolean isDone =
          sql.updateOne("DELETE FROM event_endpoints WHERE endpoint_id = ?", known.id());
      if (isDone) {
        sql.record(entry(actor, AuditEvent.WEBHOOK_DELETE, known));
      }
      return isDone;
    });
  }

  static AuditEntry entry(Actor actor, AuditEvent event, Webhook webhook) {
    AuditEntry entry = actor.entry(event).detailed(WebhookDetail.of(webhook));
    return webhook.organization().map(entry::in).orElse(entry);
  }

  private static String types(Webhook.Wanted wanted) {
    return String.join("\n", wanted.codes());
  }

  static Sealed read(Sql.Row row) throws SQLException {
    Optional<Instant> disabledAt = row.maybeInstant("disabled_at");
    Optional<String> why = row.maybeText("disabled_why");
    return new Sealed(
        new Webhook(
            new Id.Webhook(row.text("endpoint_id")),
            row.maybeText("organization_id").map(Id.Organization::new),
            new Webhook.Wanted(
                row.text("url"),
                row.text("description"),
                row.text("types")
                    .lines()
                    .flatMap(code -> EventType.parse(code).stream())
                    .collect(Collectors.toSet())),
            row.text("public_key"),
            row.number("waiting"),
            row.maybeInstant("failing_since"),
            disabledAt.map(at ->
                new Webhook.Disabled(
                    at, why.map(Webhook.Reason::valueOf).orElse(Webhook.Reason.BY_PERSON))),
            row.maybeInstant("previous_until"),
            row.instant("created_at"),
            row.number("version")),
        row.bytes("sealed_secret"));
  }
}
