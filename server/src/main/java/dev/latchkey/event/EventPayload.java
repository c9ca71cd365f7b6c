package dev.latchkey.event;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditNames;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.event.EventType;
import dev.latchkey.storage.event.EventOutbox;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes an entry of the audit log as the message that receivers get: ids and the names of the
 * time, and never a secret or an address of a person.
 */
public record EventPayload(RandomGenerator random) {
  /** The event of an entry, if it is one. */
  public Optional<EventOutbox.Event> of(ListedAuditEntry line) {
    return EventType.of(line.entry().event(), line.entry().outcome())
        .map(type ->
            new EventOutbox.Event(
                Id.EVENT.draw(random),
                type,
                line.entry().moment().at(),
                subject(type, line.entry()),
                text(type, line.entry().moment().at(), data(type, line))));
  }

  /** A message that shows a receiver that it is reached. */
  public EventOutbox.Event test(Id.Webhook webhook, Instant now) {
    Id.Event id = Id.EVENT.draw(random);
    ObjectNode data = Json.object();
    data.putObject("webhook").put("id", webhook.value());
    return new EventOutbox.Event(
        id, EventType.WEBHOOK_TEST, now, id.value(), text(EventType.WEBHOOK_TEST, now, data));
  }

  /** A message about an alert that was opened or closed. */
  public EventOutbox.Event alert(EventType type, Alert alert) {
    Instant at = alert.closed().map(Alert.Closed::at).orElse(alert.firstAt());
    ObjectNode data = Json.object();
    alert.organization().ifPresent(id -> named(data, "organization", id, Optional.empty()));
    alert
        .about()
        .client()
        .ifPresent(id -> named(data, "credential", id, Optional.of(alert.about().name())));
    ObjectNode part = data.putObject("alert");
    part.put("id", alert.id().value());
    part.put("kind", alert.kind().code());
    part.put("times", alert.times());
    alert
        .closed()
        .ifPresent(
            closed -> part.put("closed_reason", closed.why().name().toLowerCase(Locale.ROOT)));
    String subject =
        alert
            .about()
            .client()
            .<Id>map(client -> client)
            .or(alert::organization)
            .map(Id::value)
            .orElse("platform");
    return new EventOutbox.Event(Id.EVENT.draw(random), type, at, subject, text(type, at, data));
  }

  private static String text(EventType type, Instant at, ObjectNode data) {
    ObjectNode json = Json.object();
    json.put("type", type.code());
    json.put("timestamp", at.truncatedTo(ChronoUnit.MILLIS).toString());
    json.set("data", data);
    return new String(Json.bytes(json), StandardCharsets.UTF_8);
  }

  /** Events about the same are delivered in their order. */
  private static String subject(EventType type, AuditEntry entry) {
    return entry
        .client()
        .<Id>map(client -> client)
        .or(() -> person(type, entry))
        .or(entry::organization)
        .map(Id::value)
        .orElse("platform");
  }

  private static Optional<Id.User> person(EventType type, AuditEntry entry) {
    return entry
        .aboutUser()
        .or(() ->
            type.isOfActor() && entry.actor() instanceof Id.User actor
                ? Optional.of(actor)
                : Optional.empty());
  }

  private static ObjectNode data(EventType type, ListedAuditEntry line) {
    AuditEntry entry = line.entry();
    AuditNames names = line.namesThen();
    ObjectNode data = Json.object();
    data.put("entry_id", String.valueOf(line.number()));
    data.put("outcome", entry.outcome().code());
    entry.organization().ifPresent(id -> named(data, "organization", id, names.organization()));
    entry.team().ifPresent(id -> named(data, "team", id, names.team()));
    entry
        .client()
        .ifPresent(
            id -> named(data, "credential", id, names.credential().map(AuditNames.Named::name)));
    person(type, entry)
        .ifPresent(id ->
            named(
                data,
                "person",
                id,
                entry.aboutUser().isPresent()
                    ? names.about().map(AuditNames.Named::name)
                    : names.actor().map(AuditNames.Named::name)));
    entry
        .actor()
        .kind()
        .ifPresent(kind -> {
          ObjectNode actor = data.putObject("actor");
          actor.put("kind", kind.name().toLowerCase(Locale.ROOT));
          entry.actor().subject().ifPresent(id -> actor.put("id", id.value()));
          names.actor().ifPresent(known -> actor.put("name", known.name()));
        });
    if (type == EventType.AUDIT_SEALED) {
      head(entry).ifPresent(head -> data.put("head", head));
    }
    return data;
  }

  private static Optional<String> head(AuditEntry entry) {
    return entry
        .detail()
        .flatMap(Json::parse)
        .map(detail -> detail.path(AuditDetail.Field.HEAD.code()).path("after").path(0))
        .map(head -> head.asString(""));
  }

  private static void named(ObjectNode data, String field, Id id, Optional<String> name) {
    ObjectNode part = data.putObject(field).put("id", id.value());
    name.ifPresent(known -> part.put("name", known));
  }
}
