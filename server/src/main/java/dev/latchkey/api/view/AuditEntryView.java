package dev.latchkey.api.view;

import dev.latchkey.model.Id;
import dev.latchkey.model.RecordedActor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.ListedAuditEntry;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** An entry of the audit log. The files of the log have the same fields in this order. */
public record AuditEntryView(
    Instant at,
    String event,
    String outcome,
    Optional<Id.Subject> userId,
    Optional<String> email,
    Optional<Id.User> aboutUserId,
    Optional<String> aboutEmail,
    Optional<Id.Client> clientId,
    Optional<String> credential,
    Optional<Id.Organization> orgId,
    Optional<Id.Team> teamId,
    Optional<String> address,
    Optional<JsonText> detail,
    Optional<RecordedActor.Kind> actor,
    Optional<String> actorName,
    Optional<String> requestId,
    String entryId,
    Optional<String> recordedActor,
    Optional<String> recordedAbout,
    Optional<String> recordedCredential,
    Optional<String> recordedOrg,
    Optional<String> recordedTeam) {
  /** A text that is JSON. */
  public record JsonText(String text) {}

  public static AuditEntryView of(ListedAuditEntry line) {
    AuditEntry entry = line.entry();
    return new AuditEntryView(
        entry.moment().at(),
        entry.event().name().toLowerCase(Locale.ROOT),
        entry.outcome().code(),
        entry.actor().subject(),
        unlessEmpty(line.names().actorEmail()),
        entry.aboutUser(),
        unlessEmpty(line.names().aboutEmail()),
        entry.client(),
        unlessEmpty(line.names().credentialName()),
        entry.organization(),
        entry.team(),
        unlessEmpty(entry.moment().address()),
        entry.detail().map(JsonText::new),
        entry.actor().kind(),
        unlessEmpty(line.names().actorName()),
        entry.moment().requestId(),
        String.valueOf(line.number()),
        line.recorded().actor(),
        line.recorded().about(),
        line.recorded().credential(),
        line.recorded().organization(),
        line.recorded().team());
  }

  private static Optional<String> unlessEmpty(String text) {
    return Optional.of(text).filter(known -> !known.isEmpty());
  }
}
