package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.UserAdministration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the person that an act is about. A person of others is answered as if they did not exist
 * (security row 63). The audit log has an entry about each refusal.
 */
public record PersonGuard(OrganizationGuard organizations, UserAdministration administration) {
  public sealed interface Access permits Granted, NotManaged {}

  public record Granted(ManagedUser person, Organization home) implements Access {
    /** The roles that the actor may give the person, who may always keep the present one. */
    public List<User.Role> roles(Actor actor) {
      return Stream.concat(actor.grantable(home).stream(), Stream.of(person.user().role()))
          .distinct()
          .toList();
    }
  }

  /** The person, if the actor may see them. Everyone may see themselves. */
  public Access see(Actor actor, Id.User named) {
    Optional<ManagedUser> found = administration.find(named);
    return found.isPresent() ? see(actor, found.get()) : NotManaged.NOT_FOUND;
  }

  private Access see(Actor actor, ManagedUser person) {
    User user = person.user();
    Organization home = organizations.directory().find(user.organization()).orElseThrow();
    return actor.is(user.id()) || actor.may(Rights.Act.SEE_PEOPLE_OF_ORGANIZATION, home)
        ? new Granted(person, home)
        : refuse(actor, user, NotManaged.NOT_FOUND);
  }

  /** The same for an act that only those may do who may change the person. */
  public Access manage(Actor actor, Id.User named) {
    return switch (see(actor, named)) {
      case Granted(var person, var home) when !actor.mayManage(person.user(), home) ->
          refuse(actor, person.user());
      case Access access -> access;
    };
  }

  /** Refuses to change oneself or a person with a higher role, or to give such a role. */
  public NotManaged refuse(Actor actor, User user) {
    return refuse(actor, user, actor.is(user.id()) ? NotManaged.ONESELF : NotManaged.ABOVE);
  }

  /** Refuses an act on this person, with an entry of the audit log. */
  public NotManaged refuse(Actor actor, User user, NotManaged why) {
    AuditOutcome outcome =
        switch (why) {
          case NOT_FOUND -> AuditOutcome.PERSON_OF_OTHERS;
          case ONESELF -> AuditOutcome.OWN_STANDING;
          case ABOVE -> AuditOutcome.ROLE_ABOVE_OWN;
        };
    organizations.refused(actor, outcome, user.organization(), Optional.of(user.id()));
    return why;
  }
}
