package dev.latchkey.console.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationGuard;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Team;
import dev.latchkey.storage.Organizations;
import dev.latchkey.storage.TeamList;
import dev.latchkey.storage.Users;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/** The calls of the management API about teams. */
public final class TeamsApi {
  private static final Rights.Act MANAGE = Rights.Act.MANAGE_TEAMS_OF_ORGANIZATION;

  private final OrganizationGuard organizationGuard;
  private final Users users;
  private final Organizations organizations;
  private final TeamList teams;
  private final RandomGenerator random;

  public TeamsApi(
      OrganizationGuard organizationGuard,
      Users users,
      Organizations organizations,
      TeamList teams,
      RandomGenerator random) {
    this.organizationGuard = organizationGuard;
    this.users = users;
    this.organizations = organizations;
    this.teams = teams;
    this.random = random;
  }

  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(
            Operation.LIST_TEAMS, request -> organizationGuard.in(request, MANAGE, this::list)),
        guard.route(
            Operation.CREATE_TEAM,
            request ->
                organizationGuard.in(
                    request, MANAGE, organization -> create(request, organization))),
        guard.route(Operation.GET_TEAM, request -> toTeam(request, TeamsApi::shown)),
        guard.route(
            Operation.CHANGE_TEAM, request -> toTeam(request, team -> rename(request, team))));
  }

  /** All teams: an organization has few enough of them for one answer, as the page shows them. */
  private Response list(Organization organization) {
    var json = Json.object();
    var array = json.putArray("teams");
    List<TeamList.Listed> found = teams.of(organization.id());
    found.forEach(listed ->
        array.add(
            json(listed.team())
                .put("members", listed.members().shown())
                .put("created_at", listed.createdAt().toString())));
    return Response.json(200, json.put("total", found.size()));
  }

  static ObjectNode json(Team team) {
    return Json.object()
        .put("team_id", team.id().value())
        .put("name", team.name())
        .put("org_id", team.organization().value());
  }

  private static Response shown(Team team) {
    return ApiAnswer.versioned(200, SentName.version(team.name()), json(team));
  }

  @FunctionalInterface
  private interface TeamHandler {
    Response answer(Team team);
  }

  private Response toTeam(ApiRequest request, TeamHandler handler) {
    Optional<Team> found = Id.TEAM.parse(request.segment("team_id")).flatMap(users::find);
    return found
        .map(team ->
            organizationGuard.in(
                team.organization(), request, MANAGE, organization -> handler.answer(team)))
        .orElseGet(ApiAnswer::notFound);
  }

  private Response create(ApiRequest request, Organization organization) {
    return SentName.of(
        request,
        name -> {
          var team = new Team(Id.TEAM.draw(random), name, organization.id());
          return switch (organizations.add(team, request.by(), request.moment())) {
            case DONE -> ApiAnswer.versioned(201, SentName.version(name), json(team));
            case NAME_TAKEN -> refused("flaw.team-taken");
            case NO_ROOM -> refused("flaw.team-only-one");
            case EDIT_CONFLICT -> ApiAnswer.changedBefore();
          };
        });
  }

  private static Response refused(String message) {
    return ApiAnswer.flawed(FormErrors.of(409, "name", message));
  }

  private Response rename(ApiRequest request, Team known) {
    return SentName.of(
        request,
        known.name(),
        name ->
            switch (organizations.rename(known, name, request.moment())) {
              case DONE -> shown(new Team(known.id(), name, known.organization()));
              case NAME_TAKEN -> refused("flaw.team-taken");
              case EDIT_CONFLICT, NO_ROOM -> ApiAnswer.changedBefore();
            });
  }
}
