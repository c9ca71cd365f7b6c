package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.AuditOutcome;
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

/** The page of the teams of an organization. Teams are created and renamed here. */
public final class TeamsPage {
  private final SectionGuard sectionGuard;
  private final Users users;
  private final Organizations organizations;
  private final TeamList teamList;
  private final RandomGenerator random;

  public TeamsPage(
      SectionGuard sectionGuard,
      Users users,
      Organizations organizations,
      TeamList teamList,
      RandomGenerator random) {
    this.sectionGuard = sectionGuard;
    this.users = users;
    this.organizations = organizations;
    this.teamList = teamList;
    this.random = random;
  }

  /**
   * What the template shows. The field of an error is the id of the team whose form was refused, or
   * {@code new} for the form of a new team. {@code entered}: the name that was entered in that
   * form.
   */
  public record View(
      Section section,
      Organization organization,
      List<TeamList.Listed> teams,
      String entered,
      FormErrors errors) {
    public boolean hasRoom() {
      return organization.kind() == Organization.Kind.MULTI_TEAM || teams.isEmpty();
    }

    public String href() {
      return section.path() + "/teams";
    }

    public String name(String field, String stored) {
      return errors.has(field) ? entered : stored;
    }
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.in(sectionGuard, Effect.READ, "/teams", guarded(this::list)),
        pageGuard.in(sectionGuard, Effect.CHANGE, "/teams", guarded(this::create)),
        pageGuard.in(sectionGuard, Effect.CHANGE, "/teams/{team_id}", guarded(this::rename)));
  }

  private SectionGuard.Handler guarded(SectionGuard.OrganizationHandler handler) {
    return sectionGuard.withOrganization(Rights.Act.MANAGE_TEAMS_OF_ORGANIZATION, handler);
  }

  private Response list(OrganizationRequest at) {
    Page page = at.request().page();
    boolean isSaved = at.request().query().value("saved").isPresent();
    return show(
        isSaved ? page.withNotice("teams.saved") : page,
        view(at.organization(), "", FormErrors.NONE));
  }

  private Response create(OrganizationRequest at) {
    EnteredName name = EnteredName.in(at.request(), "new");
    Optional<FormErrors> errors = name.errors();
    if (errors.isPresent()) {
      return refuse(at, name, errors.get());
    }
    var team = new Team(Id.TEAM.draw(random), name.text(), at.organization().id());
    Id.User by = at.request().user().id();
    return answer(at, name, organizations.add(team, by, at.request().moment()));
  }

  private Response rename(OrganizationRequest at) {
    PageRequest request = at.request();
    Optional<Team> team = find(at);
    if (team.isEmpty()) {
      return unknown(request);
    }
    String before = request.form().value("before").orElse("");
    var seen = new Team(team.get().id(), before, at.organization().id());
    EnteredName name = EnteredName.in(request, seen.id().value());
    Optional<FormErrors> errors = name.errors();
    if (errors.isPresent()) {
      return refuse(at, name, errors.get());
    }
    return answer(at, name, organizations.rename(seen, name.text(), request.moment()));
  }

  private Optional<Team> find(OrganizationRequest at) {
    String named = at.request().segment("team_id");
    return users.teams(at.organization().id()).stream()
        .filter(team -> team.id().value().equals(named))
        .findFirst();
  }

  /**
   * Answers that the team does not exist. The audit log records an attempt to reach a team of
   * another organization.
   */
  private Response unknown(PageRequest request) {
    Id.TEAM
        .parse(request.segment("team_id"))
        .flatMap(users::find)
        .flatMap(team -> users.find(team.organization()))
        .ifPresent(where ->
            sectionGuard.refused(request, AuditOutcome.TEAM_OF_OTHERS, where, Optional.empty()));
    return request.notFound("teams.unknown");
  }

  private Response answer(OrganizationRequest at, EnteredName name, Organizations.Outcome outcome) {
    return switch (outcome) {
      case DONE -> at.request().seeOther(savedAt(at.organization()));
      case NAME_TAKEN -> refuse(at, name, name.error(409, "flaw.team-taken"));
      case NO_ROOM -> refuse(at, name, name.error(409, "flaw.team-only-one"));
      case EDIT_CONFLICT ->
          show(
              at.request().page().withProblem("teams.edit-conflict"),
              view(at.organization(), "", FormErrors.of(409)));
    };
  }

  private String savedAt(Organization organization) {
    return "%s/teams?organization=%s&saved=yes"
        .formatted(sectionGuard.section().path(), organization.id().value());
  }

  private Response refuse(OrganizationRequest at, EnteredName name, FormErrors errors) {
    return show(
        at.request().page().withProblem("people.flawed"),
        view(at.organization(), name.text(), errors));
  }

  private View view(Organization organization, String entered, FormErrors errors) {
    List<TeamList.Listed> teams = teamList.of(organization.id());
    return new View(sectionGuard.section(), organization, teams, entered, errors);
  }

  private static Response show(Page page, View view) {
    return page.show(view.errors().status(), TEMPLATES.directoryTeams(page, view));
  }
}
