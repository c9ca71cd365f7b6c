package dev.latchkey.model.audit;

import dev.latchkey.model.Id;
import dev.latchkey.model.RecordedActor;
import dev.latchkey.model.RequestMoment;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * One entry of the audit log. It says who did what, when, from which address, and with what
 * outcome. {@code concerned}: the person, the credential, the organization and the team that it is
 * about, at most one of each kind. {@code detail}: what a change has changed ({@link AuditDetail}).
 * An entry never contains a secret.
 */
public record AuditEntry(
    RequestMoment moment,
    AuditEvent event,
    AuditOutcome outcome,
    RecordedActor actor,
    Set<Id> concerned,
    Optional<String> detail) {

  public AuditEntry {
    concerned = Set.copyOf(concerned);
  }

  /** The actor is the one who is known at this moment ({@link RequestMoment#actor}). */
  public static AuditEntry of(RequestMoment moment, AuditEvent event, AuditOutcome outcome) {
    return new AuditEntry(moment, event, outcome, moment.actor(), Set.of(), Optional.empty());
  }

  /** A copy of this entry with another outcome. */
  public AuditEntry with(AuditOutcome newOutcome) {
    return new AuditEntry(moment, event, newOutcome, actor, concerned, detail);
  }

  /**
   * A copy of this entry with the person or the machine who acted. An operator stays the actor of a
   * command: the person whom it names, such as the owner of a credential, has not acted.
   */
  public AuditEntry by(Id.Subject who) {
    return actor == RecordedActor.Unnamed.OPERATOR
        ? this
        : new AuditEntry(moment, event, outcome, who, concerned, detail);
  }

  public AuditEntry about(Id.User whom) {
    return concerning(whom);
  }

  public AuditEntry about(Id.Client which) {
    return concerning(which);
  }

  public AuditEntry in(Id.Organization where) {
    return concerning(where);
  }

  public AuditEntry in(Id.Team where) {
    return concerning(where);
  }

  private AuditEntry concerning(Id id) {
    var all = new LinkedHashSet<Id>();
    concerned.stream().filter(other -> other.getClass() != id.getClass()).forEach(all::add);
    all.add(id);
    return new AuditEntry(moment, event, outcome, actor, all, detail);
  }

  /** A copy of this entry that also says what was changed. */
  public AuditEntry detailed(Optional<String> changes) {
    return new AuditEntry(moment, event, outcome, actor, concerned, changes);
  }

  public Optional<Id.User> aboutUser() {
    return concerned(Id.User.class);
  }

  public Optional<Id.Client> client() {
    return concerned(Id.Client.class);
  }

  public Optional<Id.Organization> organization() {
    return concerned(Id.Organization.class);
  }

  public Optional<Id.Team> team() {
    return concerned(Id.Team.class);
  }

  private <I extends Id> Optional<I> concerned(Class<I> kind) {
    return concerned.stream().filter(kind::isInstance).map(kind::cast).findFirst();
  }
}
