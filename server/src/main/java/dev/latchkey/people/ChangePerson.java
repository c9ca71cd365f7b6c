package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.UserAdministration;
import java.util.Optional;

/** Changes the name, the e-mail address, the role and the teams of a person. */
public record ChangePerson(PersonGuard guard, UserAdministration administration) {
  public sealed interface Outcome permits Changed, Refused, FlawedPerson, NotManaged {}

  public record Changed(ManagedUser person) implements Outcome {}

  public enum Refused implements Outcome {
    /** The person was changed since the actor has seen them. */
    EDIT_CONFLICT,
    EMAIL_TAKEN,
    LAST_SUPER_ADMINISTRATOR
  }

  /** {@code seen}: the version of the person that the actor has seen. */
  public Outcome by(Actor actor, Id.User named, int seen, WantedPerson wanted) {
    return switch (guard.manage(actor, named)) {
      case PersonGuard.Granted granted -> check(actor, granted, seen, wanted);
      case NotManaged refused -> refused;
    };
  }

  private Outcome check(Actor actor, PersonGuard.Granted granted, int seen, WantedPerson wanted) {
    ManagedUser known = granted.person();
    Optional<User.Role> role = wanted.role(granted.roles(actor));
    if (role.isEmpty()) {
      return guard.refuse(actor, known.user());
    }
    Optional<FlawedPerson> flaws = wanted.flaws();
    if (flaws.isPresent()) {
      return flaws.get();
    }
    return seen == known.version()
        ? change(actor, known, wanted.over(known.user(), role.get()))
        : Refused.EDIT_CONFLICT;
  }

  private Outcome change(Actor actor, ManagedUser known, User wanted) {
    return switch (administration.change(known, wanted, actor)) {
      case DONE -> new Changed(administration.find(wanted.id()).orElseThrow());
      case EDIT_CONFLICT -> Refused.EDIT_CONFLICT;
      case EMAIL_TAKEN -> Refused.EMAIL_TAKEN;
      case LAST_SUPER_ADMINISTRATOR -> Refused.LAST_SUPER_ADMINISTRATOR;
    };
  }
}
