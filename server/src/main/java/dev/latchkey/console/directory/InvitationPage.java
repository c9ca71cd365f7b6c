package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.storage.people.NewLink;
import dev.latchkey.storage.people.UserAdministration;
import dev.latchkey.storage.people.Users;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Invites a person into an organization. The answer shows the link by which the person chooses a
 * first password.
 */
public final class InvitationPage {
  private final SectionGuard sectionGuard;
  private final Users users;
  private final UserAdministration administration;
  private final LinkDelivery delivery;
  private final RandomGenerator random;

  public InvitationPage(
      SectionGuard sectionGuard,
      Users users,
      UserAdministration administration,
      LinkDelivery delivery,
      RandomGenerator random) {
    this.sectionGuard = sectionGuard;
    this.users = users;
    this.administration = administration;
    this.delivery = delivery;
    this.random = random;
  }

  /**
   * These routes must come before the routes with a person's id in their path. Otherwise {@code
   * new} would be taken for such an id.
   */
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.in(sectionGuard, Effect.READ, "/new", guarded(this::ask)),
        pageGuard.in(sectionGuard, Effect.SENSITIVE, "/new", guarded(this::invite)));
  }

  private SectionGuard.Handler guarded(SectionGuard.OrganizationHandler handler) {
    return sectionGuard.withOrganization(Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION, handler);
  }

  private Response ask(OrganizationRequest at) {
    return form(at, at.request().page(), PersonForm.EMPTY, FormErrors.NONE);
  }

  private Response invite(OrganizationRequest at) {
    var teams = users.teams(at.organization().id());
    var entered = PersonForm.in(at.request().form(), teams);
    return switch (ValidPerson.of(entered, roles(at))) {
      case ValidPerson.Flawed(FormErrors errors) -> refuse(at, entered, errors);
      case ValidPerson.Overreaching _ -> forbidden(at);
      case ValidPerson.Sound sound -> invite(at, entered, sound);
    };
  }

  private Response invite(OrganizationRequest at, PersonForm entered, ValidPerson.Sound sound) {
    PageRequest request = at.request();
    Optional<FormErrors> errors = request.passwordErrors(Reauthentication.FIELD);
    if (errors.isPresent()) {
      return refuse(at, entered, errors.get());
    }
    User user = sound.invited(at.organization(), random);
    Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(random);
    return switch (administration.invite(user, link, request.user().id(), request.moment())) {
      case NewLink.Unlimited.CREATED -> {
        ManagedUser invited = ManagedUser.invited(user, request.moment());
        yield delivery.deliver(request, sectionGuard.section(), invited, link);
      }
      case NewLink.Unlimited.CONFLICT ->
          refuse(at, entered, FormErrors.of(409, "email", "flaw.email-taken"));
      case NewLink.Throttled(Duration wait) -> LinkDelivery.tooMany(request, wait);
    };
  }

  private Response forbidden(OrganizationRequest at) {
    sectionGuard.refused(
        at.request(), AuditOutcome.ROLE_ABOVE_OWN, at.organization(), Optional.empty());
    return at.request().forbidden("people.above");
  }

  private static List<User.Role> roles(OrganizationRequest at) {
    return Rights.grantable(at.request().user(), at.organization());
  }

  private Response refuse(OrganizationRequest at, PersonForm entered, FormErrors errors) {
    return form(at, at.request().page().withProblem("people.flawed"), entered, errors);
  }

  private Response form(OrganizationRequest at, Page page, PersonForm entered, FormErrors errors) {
    Organization organization = at.organization();
    var teams = users.teams(organization.id());
    var fields = PersonFields.of(entered, roles(at), teams, errors);
    return page.show(
        errors.status(),
        TEMPLATES.directoryNewPerson(page, sectionGuard.section(), organization, fields));
  }
}
