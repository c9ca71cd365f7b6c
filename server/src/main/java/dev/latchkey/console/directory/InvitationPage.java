package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.people.FlawedPerson;
import dev.latchkey.people.InvitePerson;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.Throttled;
import dev.latchkey.storage.people.Directory;
import java.util.List;
import java.util.Optional;

/**
 * Invites a person into an organization. The answer shows the link by which the person chooses a
 * first password.
 */
public record InvitationPage(
    SectionGuard sectionGuard,
    Directory directory,
    InvitePerson invitePerson,
    LinkDelivery delivery) {
  /**
   * These routes must come before the routes with a person's id in their path. Otherwise {@code
   * new} would be taken for such an id.
   */
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.in(sectionGuard, Effect.ASK, "/new", guarded(this::ask)),
        pageGuard.in(sectionGuard, Effect.SENSITIVE, "/new", guarded(this::invite)));
  }

  private SectionGuard.Handler guarded(SectionGuard.OrganizationHandler handler) {
    return sectionGuard.withOrganization(Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION, handler);
  }

  private Response ask(OrganizationRequest at) {
    return form(at, at.request().page(), PersonForm.EMPTY, FormErrors.NONE);
  }

  private Response invite(OrganizationRequest at) {
    var teams = directory.teams(at.organization().id());
    var entered = PersonForm.in(at.request().form(), teams);
    Optional<FormErrors> errors = entered.errors(at.request());
    return errors.isPresent() ? refuse(at, entered, errors.get()) : invite(at, entered);
  }

  private Response invite(OrganizationRequest at, PersonForm entered) {
    PageRequest request = at.request();
    return switch (invitePerson.by(request.actor(), at.organization().id(), entered.wanted())) {
      case InvitePerson.Invited(var person, var link) ->
          delivery.deliver(request, sectionGuard.section(), person, link);
      case InvitePerson.Refused.ROLE_ABOVE_OWN -> request.forbidden("people.above");
      case InvitePerson.Refused.EMAIL_TAKEN ->
          refuse(at, entered, FormErrors.of(409, "email", "flaw.email-taken"));
      case FlawedPerson flawed -> refuse(at, entered, FormErrors.of(flawed));
      case Throttled(var wait) -> LinkDelivery.tooMany(request, wait);
      case NoAccess refused -> request.refused(refused, "organization.unknown");
    };
  }

  private static List<User.Role> roles(OrganizationRequest at) {
    return Rights.grantable(at.request().user(), at.organization());
  }

  private Response refuse(OrganizationRequest at, PersonForm entered, FormErrors errors) {
    return form(at, at.request().page().withProblem("people.flawed"), entered, errors);
  }

  private Response form(OrganizationRequest at, Page page, PersonForm entered, FormErrors errors) {
    Organization organization = at.organization();
    var teams = directory.teams(organization.id());
    var fields = PersonFields.of(entered, roles(at), teams, errors);
    return page.show(
        errors.status(),
        TEMPLATES.directoryNewPerson(page, sectionGuard.section(), organization, fields));
  }
}
