package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.people.Teams;
import java.util.Optional;

/** The same as {@link OrganizationGuard} for a team that is named by its id. */
public record TeamGuard(OrganizationGuard organizations, Directory directory, Teams teams) {
  public sealed interface Access permits Granted, NoAccess {}

  public record Granted(Teams.View team) implements Access {}

  public Access see(Actor actor, String named) {
    return check(actor, named, Rights.Act.SEE_TEAMS_OF_ORGANIZATION);
  }

  public Access manage(Actor actor, String named) {
    return check(actor, named, Rights.Act.MANAGE_TEAMS_OF_ORGANIZATION);
  }

  private Access check(Actor actor, String named, Rights.Act act) {
    Optional<Teams.View> found = Id.TEAM.parse(named).flatMap(teams::find);
    if (found.isEmpty()) {
      return NoAccess.NOT_FOUND;
    }
    Organization where = directory.find(found.get().orgId()).orElseThrow();
    return switch (organizations.check(actor, where, act, AuditOutcome.TEAM_OF_OTHERS)) {
      case OrganizationGuard.Granted _ -> new Granted(found.get());
      case NoAccess refused -> refused;
    };
  }
}
