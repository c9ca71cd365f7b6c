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
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.CreateTeam;
import dev.latchkey.people.FlawedNames;
import dev.latchkey.people.NewName;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.NotRenamed;
import dev.latchkey.people.RenameTeam;
import dev.latchkey.storage.people.Teams;
import java.util.List;

/** The page of the teams of an organization. Teams are created and renamed here. */
public record TeamsPage(
    SectionGuard sectionGuard, Teams teams, CreateTeam createTeam, RenameTeam renameTeam) {
  private static final String UNKNOWN = "teams.unknown";

  /** The field of an error in the form of a new team. */
  private static final String NEW = "new";

  /**
   * What the template shows. The field of an error is the id of the team whose form was refused, or
   * {@code new} for the form of a new team. {@code entered}: the name that was entered in that
   * form.
   */
  public record View(
      Section section,
      Organization organization,
      List<Teams.View> teams,
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
        pageGuard.in(
            sectionGuard,
            Effect.READ,
            "/teams",
            sectionGuard.withOrganization(Rights.Act.SEE_TEAMS_OF_ORGANIZATION, this::list)),
        pageGuard.in(sectionGuard, Effect.CHANGE, "/teams", guarded(this::create)),
        pageGuard.in(sectionGuard, Effect.CHANGE, "/teams/{team_id}", guarded(this::rename)));
  }

  private SectionGuard.Handler guarded(SectionGuard.OrganizationHandler handler) {
    return sectionGuard.withOrganization(Rights.Act.MANAGE_TEAMS_OF_ORGANIZATION, handler);
  }

  private Response list(OrganizationRequest at) {
    Page page = at.request().page();
    boolean isSaved = at.request().query().value("saved").isPresent();
    return show(at, isSaved ? page.withNotice("teams.saved") : page, "", FormErrors.NONE);
  }

  private Response create(OrganizationRequest at) {
    PageRequest request = at.request();
    return switch (createTeam.by(request.actor(), at.organization().id(), name(request))) {
      case CreateTeam.Created _ -> saved(at);
      case CreateTeam.Refused.NAME_TAKEN -> conflict(at, NEW, "flaw.team-taken");
      case CreateTeam.Refused.ONLY_ONE_TEAM -> conflict(at, NEW, "flaw.team-only-one");
      case FlawedNames flawed -> refuse(at, FormErrors.of(flawed, _ -> NEW));
      case NoAccess refused -> request.refused(refused, UNKNOWN);
    };
  }

  private Response rename(OrganizationRequest at) {
    PageRequest request = at.request();
    String team = request.segment("team_id");
    var wanted = NewName.after(request.form().value("before").orElse(""), name(request));
    return switch (renameTeam.by(request.actor(), team, wanted)) {
      case RenameTeam.Renamed _ -> saved(at);
      case NotRenamed.NAME_TAKEN -> conflict(at, team, "flaw.team-taken");
      case NotRenamed.EDIT_CONFLICT, NotRenamed.UNSEEN ->
          show(at, request.page().withProblem("teams.edit-conflict"), "", FormErrors.of(409));
      case FlawedNames flawed -> refuse(at, FormErrors.of(flawed, _ -> team));
      case NoAccess refused -> request.refused(refused, UNKNOWN);
    };
  }

  private static String name(PageRequest request) {
    return request.form().value("name").orElse("").strip();
  }

  private Response saved(OrganizationRequest at) {
    return at.request()
        .seeOther(
            "%s/teams?organization=%s&saved=yes"
                .formatted(sectionGuard.section().path(), at.organization().id().value()));
  }

  private Response conflict(OrganizationRequest at, String field, String message) {
    return refuse(at, FormErrors.of(409, field, message));
  }

  private Response refuse(OrganizationRequest at, FormErrors errors) {
    Page page = at.request().page().withProblem("people.flawed");
    return show(at, page, name(at.request()), errors);
  }

  private Response show(OrganizationRequest at, Page page, String entered, FormErrors errors) {
    List<Teams.View> found = teams.of(at.organization().id());
    var view = new View(sectionGuard.section(), at.organization(), found, entered, errors);
    return page.show(errors.status(), TEMPLATES.directoryTeams(page, view));
  }
}
