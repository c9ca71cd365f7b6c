package dev.latchkey.console.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.api.view.Answers;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.CreateTeam;
import dev.latchkey.people.FlawedNames;
import dev.latchkey.people.NewName;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.NotRenamed;
import dev.latchkey.people.RenameTeam;
import dev.latchkey.people.TeamGuard;
import dev.latchkey.storage.people.Teams;
import java.util.List;

/** The calls of the management API about teams. */
public record TeamsApi(
    OrganizationApiGuard organizationGuard,
    TeamGuard teamGuard,
    Teams teams,
    CreateTeam createTeam,
    RenameTeam renameTeam) {
  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(
            Operation.LIST_TEAMS,
            request ->
                organizationGuard.in(request, Rights.Act.SEE_TEAMS_OF_ORGANIZATION, this::list)),
        guard.route(
            Operation.CREATE_TEAM,
            request -> request.withFields(fields -> create(request, fields))),
        guard.route(Operation.GET_TEAM, this::show),
        guard.route(
            Operation.CHANGE_TEAM,
            request -> request.withFields(fields -> rename(request, fields))));
  }

  /** All teams: an organization has few enough of them for one answer, as the page shows them. */
  private Response list(Organization organization) {
    List<Teams.View> found = teams.of(organization.id());
    return ApiAnswer.list("teams", found, new Answers.Whole(found.size()));
  }

  private Response show(ApiRequest request) {
    return switch (teamGuard.see(request.actor(), request.segment("team_id"))) {
      case TeamGuard.Granted(var team) -> shown(200, team);
      case NoAccess refused -> ApiAnswer.refused(refused);
    };
  }

  private Response create(ApiRequest request, ApiFields fields) {
    return switch (createTeam.by(
        request.actor(), OrganizationApiGuard.named(request), fields.text("name").orElse(""))) {
      case CreateTeam.Created(var team) -> shown(201, team);
      case CreateTeam.Refused.NAME_TAKEN -> conflict("flaw.team-taken");
      case CreateTeam.Refused.ONLY_ONE_TEAM -> conflict("flaw.team-only-one");
      case FlawedNames flawed -> ApiAnswer.flawed(flawed);
      case NoAccess refused -> ApiAnswer.refused(refused);
    };
  }

  private Response rename(ApiRequest request, ApiFields fields) {
    var wanted = new NewName(request.seen(), fields.text("name").orElse(""));
    return switch (renameTeam.by(request.actor(), request.segment("team_id"), wanted)) {
      case RenameTeam.Renamed(var team) -> shown(200, team);
      case NotRenamed refused -> ApiAnswer.refused(refused, conflict("flaw.team-taken"));
      case FlawedNames flawed -> ApiAnswer.flawed(flawed);
      case NoAccess refused -> ApiAnswer.refused(refused);
    };
  }

  private static Response shown(int status, Teams.View team) {
    return ApiAnswer.versioned(status, NewName.version(team.name()), team);
  }

  private static Response conflict(String message) {
    return ApiAnswer.flawed(FormErrors.of(409, "name", message));
  }
}
