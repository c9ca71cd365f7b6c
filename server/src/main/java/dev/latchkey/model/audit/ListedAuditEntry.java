package dev.latchkey.model.audit;

import dev.latchkey.model.RecordedActor;
import dev.latchkey.model.RequestMoment;

/**
 * An entry of the audit log as a page shows it. {@code names}: those of the people and the
 * credential in it as they are today. {@code recorded}: the names as they were then.
 */
public record ListedAuditEntry(
    long number, AuditEntry entry, AuditNames names, RecordedNames recorded) {

  /** The names as they were then; where none was recorded, as they are today. */
  public AuditNames namesThen() {
    return names.as(recorded);
  }

  /** This entry without the person who did it and the address from which it was done. */
  public ListedAuditEntry withoutPerson() {
    var anonymous =
        new AuditEntry(
            new RequestMoment(entry.moment().at(), ""),
            entry.event(),
            entry.outcome(),
            RecordedActor.Unnamed.UNKNOWN,
            entry.concerned(),
            entry.detail());
    return new ListedAuditEntry(number, anonymous, names.withoutActor(), recorded.withoutActor());
  }

  public boolean isDone() {
    return entry.outcome().isDone();
  }
}
