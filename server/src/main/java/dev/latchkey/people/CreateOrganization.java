package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.Team;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.Teams;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Creates an organization without people, for programs and scripts. A name in use is refused, so
 * that a repeated call does not create a second organization.
 */
public record CreateOrganization(
    OrganizationGuard guard, Organizations organizations, RandomGenerator random) {
  public sealed interface Outcome permits Created, Refused, FlawedNames, NoAccess {}

  public record Created(Organizations.View organization, Optional<Teams.View> team)
      implements Outcome {}

  public enum Refused implements Outcome {
    NAME_TAKEN
  }

  /** What is created. {@code team}: the name of its first team, if it gets one now. */
  public record Wanted(String name, Organization.Kind kind, Optional<String> team) {
    public Wanted {
      name = name.strip();
      team = team.map(String::strip);
    }

    Optional<FlawedNames> flaws() {
      var names = new TreeMap<>(Map.of("name", name));
      team.ifPresent(first -> names.put("team", first));
      return FlawedNames.in(names);
    }
  }

  public Outcome by(Actor actor, Wanted wanted) {
    Optional<NoAccess> refused = guard.refusePlatform(actor, Rights.Act.MANAGE_ORGANIZATIONS);
    return refused.isPresent() ? refused.get() : create(actor, wanted);
  }

  private Outcome create(Actor actor, Wanted wanted) {
    Optional<FlawedNames> flaws = wanted.flaws();
    if (flaws.isPresent()) {
      return flaws.get();
    }
    var created = new Organization(Id.ORGANIZATION.draw(random), wanted.name(), wanted.kind());
    Optional<Team> first =
        wanted.team().map(name -> new Team(Id.TEAM.draw(random), name, created.id()));
    if (!organizations.create(created, first, actor)) {
      return Refused.NAME_TAKEN;
    }
    return new Created(
        organizations.find(created.id()).orElseThrow(),
        first.map(team -> Teams.View.created(team, actor.moment())));
  }
}
