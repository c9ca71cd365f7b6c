package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.people.Organizations;
import java.util.Optional;

/**
 * Gives an organization another name. Several may have the same one, but commands name
 * organizations by it, so an operator cannot give one that is in use.
 */
public record RenameOrganization(OrganizationGuard guard, Organizations organizations) {
  public sealed interface Outcome permits Renamed, NotRenamed, FlawedNames, NoAccess {}

  public record Renamed(Organizations.View organization) implements Outcome {}

  public Outcome by(Actor actor, Id.Organization named, NewName name) {
    return switch (guard.check(actor, named, Rights.Act.MANAGE_ORGANIZATIONS)) {
      case OrganizationGuard.Granted(var organization) -> rename(actor, organization, name);
      case NoAccess refused -> refused;
    };
  }

  private Outcome rename(Actor actor, Organization known, NewName name) {
    Optional<FlawedNames> flaws = name.flaws();
    if (flaws.isPresent()) {
      return flaws.get();
    }
    if (!name.isAfter(known.name())) {
      var entry = actor.entry(AuditEvent.ORGANIZATION_CHANGE).in(known.id());
      return guard.notSeen(name, entry);
    }
    boolean isUnique = actor instanceof Actor.Operator;
    return switch (organizations.rename(known, name.text(), isUnique, actor)) {
      case DONE -> new Renamed(organizations.find(known.id()).orElseThrow());
      case EDIT_CONFLICT -> NotRenamed.EDIT_CONFLICT;
      case NAME_TAKEN -> NotRenamed.NAME_TAKEN;
    };
  }
}
