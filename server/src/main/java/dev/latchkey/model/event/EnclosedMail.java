package dev.latchkey.model.event;

import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import java.util.Set;

/**
 * A mail that is added to those that wait in the commit of an act, if the act adds an entry of one
 * of these events to the audit log that says that it was done.
 */
public record EnclosedMail(Set<AuditEvent> on, SealedMail mail) {
  public EnclosedMail {
    on = Set.copyOf(on);
  }

  public boolean isAbout(AuditEntry entry) {
    return entry.outcome().isDone() && on.contains(entry.event());
  }
}
