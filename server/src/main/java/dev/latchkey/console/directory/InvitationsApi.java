package dev.latchkey.console.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.api.view.PasswordLinkView;
import dev.latchkey.api.view.PersonView;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Secret;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.CreatePasswordLink;
import dev.latchkey.people.FlawedPerson;
import dev.latchkey.people.InvitePerson;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.NotManaged;
import dev.latchkey.people.Throttled;
import dev.latchkey.storage.people.Directory;
import java.util.List;
import java.util.Optional;

/**
 * The calls of the management API that create a one-time link by which a person chooses a password:
 * for a new person and for one that exists. Only the answer shows the link.
 *
 * <p>The link is in the answer because many installations have no mail. A token for these calls can
 * therefore open the accounts that its caller may change; that is as powerful as the page.
 */
public record InvitationsApi(
    OrganizationApiGuard organizationGuard,
    Directory directory,
    InvitePerson invitePerson,
    CreatePasswordLink createPasswordLink,
    LinkDelivery delivery) {
  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.INVITE_USER, this::invite),
        guard.route(Operation.CREATE_PASSWORD_LINK, this::createLink));
  }

  private Response invite(ApiRequest request) {
    return organizationGuard.in(
        request,
        Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION,
        organization -> invite(request, organization));
  }

  private Response invite(ApiRequest request, Organization organization) {
    List<ApiError> errors = PersonPatch.errors(request);
    if (!errors.isEmpty()) {
      return ApiAnswer.flawed(400, errors);
    }
    var sent = PersonPatch.of(request.fields(), directory.teams(organization.id()));
    Optional<ApiError> unknown = sent.unknownTeam();
    if (unknown.isPresent()) {
      return ApiAnswer.flawed(400, List.of(unknown.get()));
    }
    PersonForm entered = sent.over(PersonForm.EMPTY);
    return switch (invitePerson.by(request.actor(), organization.id(), entered.wanted())) {
      case InvitePerson.Invited(var person, var link) -> invited(request, person, link);
      case InvitePerson.Refused.ROLE_ABOVE_OWN ->
          ApiAnswer.forbidden(
              "The caller cannot give this role in this organization. A single-team organization"
                  + " has members and administrators of its team only.");
      case InvitePerson.Refused.EMAIL_TAKEN -> UsersApi.emailTaken();
      case FlawedPerson flawed -> ApiAnswer.flawed(FormErrors.of(flawed));
      case Throttled(var wait) -> Refusal.tooManyRequests(wait).json();
      case NoAccess refused -> ApiAnswer.refused(refused);
    };
  }

  private Response invited(ApiRequest request, ManagedUser person, Secret.PasswordLink link) {
    var shown = new PersonView.Invited(PersonView.of(person), delivered(request, person, link));
    return ApiAnswer.versioned(201, String.valueOf(person.version()), shown);
  }

  private PasswordLinkView delivered(
      ApiRequest request, ManagedUser person, Secret.PasswordLink link) {
    return delivery.deliver(request.actor(), request.request().baseUrl(), person, link);
  }

  private Response createLink(ApiRequest request) {
    return switch (createPasswordLink.by(request.actor(), PersonApiGuard.named(request))) {
      case CreatePasswordLink.Created(var person, var link) ->
          ApiAnswer.of(201, delivered(request, person, link));
      case CreatePasswordLink.Refused.DISABLED ->
          ApiAnswer.conflict("user_disabled", "Enable the person first.");
      case CreatePasswordLink.Refused.EDIT_CONFLICT -> ApiAnswer.changedBefore();
      case Throttled(var wait) -> Refusal.tooManyRequests(wait).json();
      case NotManaged refused -> ApiAnswer.refused(refused);
    };
  }
}
