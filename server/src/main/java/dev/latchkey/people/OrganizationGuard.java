package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.people.Directory;
import java.util.Optional;

/**
 * Decides whether an actor may do something in an organization. An organization of others is
 * answered as if it did not exist (security row 63). The audit log has an entry about each refusal.
 */
public record OrganizationGuard(Directory directory) {
  public sealed interface Access permits Granted, NoAccess {}

  public record Granted(Organization organization) implements Access {}

  public Access check(Actor actor, Id.Organization named, Rights.Act act) {
    return directory.find(named).map(found -> check(actor, found, act)).orElse(NoAccess.NOT_FOUND);
  }

  public Access check(Actor actor, Organization where, Rights.Act act) {
    return check(actor, where, act, AuditOutcome.ORGANIZATION_OF_OTHERS);
  }

  /** Why an actor may not do this, of the platform; empty if the actor may. */
  public Optional<NoAccess> refusePlatform(Actor actor, Rights.Act act) {
    Optional<Access> checked =
        actor.organization().flatMap(directory::find).map(home -> check(actor, home, act));
    return checked.filter(NoAccess.class::isInstance).map(NoAccess.class::cast);
  }

  /**
   * Why an actor may not do something in an organization, or, if {@code where} is empty, what needs
   * {@code onPlatform} there; empty if the actor may.
   */
  public Optional<NoAccess> refuse(
      Actor actor, Optional<Id.Organization> where, Rights.Act act, Rights.Act onPlatform) {
    return where.isEmpty()
        ? refusePlatform(actor, onPlatform)
        : switch (check(actor, where.get(), act)) {
          case Granted _ -> Optional.empty();
          case NoAccess refused -> Optional.of(refused);
        };
  }

  /** {@code ofOthers}: what the audit log says if it is in an organization of others. */
  Access check(Actor actor, Organization where, Rights.Act act, AuditOutcome ofOthers) {
    if (actor.may(act, where)) {
      return new Granted(where);
    }
    boolean isHome = actor.organization().filter(where.id()::equals).isPresent();
    refused(
        actor, isHome ? AuditOutcome.PLACE_NOT_FOR_ROLE : ofOthers, where.id(), Optional.empty());
    return isHome ? NoAccess.FORBIDDEN : NoAccess.NOT_FOUND;
  }

  /** Records that an actor asked for something without the right to it. */
  public void refused(
      Actor actor, AuditOutcome what, Id.Organization where, Optional<Id.User> about) {
    AuditEntry entry = actor.entry(AuditEvent.RIGHT_REFUSED).with(what).in(where);
    directory.refused(about.map(entry::about).orElse(entry));
  }

  /**
   * Refuses a new name for something that is no longer named as the actor has seen it. The audit
   * log has an entry about it if the actor said what it has seen.
   */
  NotRenamed notSeen(NewName name, AuditEntry entry) {
    if (name.seen().isEmpty()) {
      return NotRenamed.UNSEEN;
    }
    directory.refused(entry.with(AuditOutcome.EDIT_CONFLICT));
    return NotRenamed.EDIT_CONFLICT;
  }
}
