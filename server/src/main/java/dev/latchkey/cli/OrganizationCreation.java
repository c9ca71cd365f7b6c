package dev.latchkey.cli;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Team;
import java.util.Optional;

/** Creates organizations and teams, by the rules of the pages. */
final class OrganizationCreation {
  private final Installation installation;

  OrganizationCreation(Installation installation) {
    this.installation = installation;
  }

  Organization organization(String name, Organization.Kind kind) {
    var created = new Organization(Id.ORGANIZATION.draw(installation.random()), name, kind);
    installation.stores().users().users().add(created, installation.commandMoment());
    return created;
  }

  Team team(String name, Organization home) {
    var created = new Team(Id.TEAM.draw(installation.random()), name, home.id());
    return switch (installation
        .stores()
        .users()
        .organizations()
        .add(created, Optional.empty(), installation.commandMoment())) {
      case DONE -> created;
      case NAME_TAKEN ->
          throw new ConfigFault(
              "there is a team named " + name + " in " + home.name() + " already");
      case NO_ROOM ->
          throw new ConfigFault(home.name() + " is a single-team organization and has its team");
      case EDIT_CONFLICT ->
          throw new ConfigFault(home.name() + " was changed at the same moment. Try again");
    };
  }
}
