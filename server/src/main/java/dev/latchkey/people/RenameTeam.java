package dev.latchkey.people;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.storage.people.Teams;
import java.util.Optional;

/** Gives a team another name, which no other team of its organization has. */
public record RenameTeam(TeamGuard guard, Teams teams) {
  public sealed interface Outcome permits Renamed, NotRenamed, FlawedNames, NoAccess {}

  public record Renamed(Teams.View team) implements Outcome {}

  /** {@code named}: the id of the team. */
  public Outcome by(Actor actor, String named, NewName name) {
    return switch (guard.manage(actor, named)) {
      case TeamGuard.Granted(var team) -> rename(actor, team, name);
      case NoAccess refused -> refused;
    };
  }

  private Outcome rename(Actor actor, Teams.View team, NewName name) {
    Optional<FlawedNames> flaws = name.flaws();
    if (flaws.isPresent()) {
      return flaws.get();
    }
    if (!name.isAfter(team.name())) {
      var entry = actor.entry(AuditEvent.TEAM_CHANGE).in(team.orgId()).in(team.teamId());
      return guard.organizations().notSeen(name, entry);
    }
    return switch (teams.rename(team, name.text(), actor)) {
      case DONE -> new Renamed(team.renamed(name.text()));
      case EDIT_CONFLICT -> NotRenamed.EDIT_CONFLICT;
      case NAME_TAKEN -> NotRenamed.NAME_TAKEN;
    };
  }
}
