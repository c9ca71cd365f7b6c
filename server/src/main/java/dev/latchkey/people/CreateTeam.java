package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.Team;
import dev.latchkey.storage.people.Teams;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Creates a team. A single-team organization has one. Names are unique in an organization. */
public record CreateTeam(OrganizationGuard guard, Teams teams, RandomGenerator random) {
  public sealed interface Outcome permits Created, Refused, FlawedNames, NoAccess {}

  public record Created(Teams.View team) implements Outcome {}

  public enum Refused implements Outcome {
    NAME_TAKEN,
    ONLY_ONE_TEAM
  }

  public Outcome by(Actor actor, Id.Organization in, String name) {
    return switch (guard.check(actor, in, Rights.Act.MANAGE_TEAMS_OF_ORGANIZATION)) {
      case OrganizationGuard.Granted(var organization) ->
          create(actor, new Team(Id.TEAM.draw(random), name.strip(), organization.id()));
      case NoAccess refused -> refused;
    };
  }

  private Outcome create(Actor actor, Team team) {
    Optional<FlawedNames> flaws = FlawedNames.in(Map.of("name", team.name()));
    if (flaws.isPresent()) {
      return flaws.get();
    }
    return switch (teams.create(team, actor)) {
      case DONE -> new Created(Teams.View.created(team, actor.moment()));
      case NAME_TAKEN -> Refused.NAME_TAKEN;
      case NO_ROOM -> Refused.ONLY_ONE_TEAM;
    };
  }
}
