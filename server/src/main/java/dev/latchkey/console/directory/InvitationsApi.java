package dev.latchkey.console.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.storage.people.NewLink;
import dev.latchkey.storage.people.PasswordLinks;
import dev.latchkey.storage.people.UserAdministration;
import dev.latchkey.storage.people.Users;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/**
 * The calls of the management API that create a one-time link by which a person chooses a password:
 * for a new person and for one that exists. Only the answer shows the link.
 *
 * <p>The link is in the answer because many installations have no mail. A token for these calls can
 * therefore open the accounts that its caller may change; that is as powerful as the page.
 */
public final class InvitationsApi {
  private final OrganizationApiGuard organizationGuard;
  private final PersonApiGuard people;
  private final Users users;
  private final Writes writes;
  private final RandomGenerator random;

  public InvitationsApi(
      OrganizationApiGuard organizationGuard,
      PersonApiGuard people,
      Users users,
      Writes writes,
      RandomGenerator random) {
    this.organizationGuard = organizationGuard;
    this.people = people;
    this.users = users;
    this.writes = writes;
    this.random = random;
  }

  /** What stores people and links, and what mails a link. */
  public record Writes(
      UserAdministration administration, PasswordLinks links, LinkDelivery delivery) {}

  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.INVITE_USER, this::invite),
        guard.route(
            Operation.CREATE_PASSWORD_LINK, request -> people.toManage(request, this::createLink)));
  }

  private Response invite(ApiRequest request) {
    return organizationGuard.in(
        request,
        Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION,
        organization -> invite(request, organization));
  }

  private Response invite(ApiRequest request, Organization organization) {
    List<ApiError> errors = PersonPatch.errors(request.fields());
    if (!errors.isEmpty()) {
      return ApiAnswer.flawed(400, errors);
    }
    var sent = PersonPatch.of(request.fields(), users.teams(organization.id()));
    Optional<ApiError> unknown = sent.unknownTeam();
    if (unknown.isPresent()) {
      return ApiAnswer.flawed(400, List.of(unknown.get()));
    }
    PersonForm entered = sent.over(PersonForm.EMPTY);
    return switch (ValidPerson.of(entered, request.actor().grantable(organization))) {
      case ValidPerson.Flawed(FormErrors flawed) -> ApiAnswer.flawed(flawed);
      case ValidPerson.Overreaching _ -> forbidden(request, organization);
      case ValidPerson.Sound sound -> invite(request, sound.invited(organization, random));
    };
  }

  private Response forbidden(ApiRequest request, Organization organization) {
    organizationGuard.refused(
        request, AuditOutcome.ROLE_ABOVE_OWN, organization.id(), Optional.empty());
    return ApiAnswer.forbidden(
        "The caller cannot give this role in this organization. A single-team organization"
            + " has members and administrators of its team only.");
  }

  private Response invite(ApiRequest request, User user) {
    Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(random);
    return switch (writes.administration().invite(user, link, request.by(), request.moment())) {
      case NewLink.Unlimited.CREATED -> invited(request, user, link);
      case NewLink.Unlimited.CONFLICT ->
          ApiAnswer.flawed(FormErrors.of(409, "email", "flaw.email-taken"));
      case NewLink.Throttled(Duration wait) -> Refusal.tooManyRequests(wait).json();
    };
  }

  private Response invited(ApiRequest request, User user, Secret.PasswordLink link) {
    ManagedUser invited = ManagedUser.invited(user, request.moment());
    ObjectNode json = PersonJson.of(invited);
    json.set("password_link", writes.delivery().deliver(request, invited, link));
    return ApiAnswer.versioned(201, String.valueOf(invited.version()), json);
  }

  private Response createLink(PersonApiGuard.At at) {
    ManagedUser person = at.person();
    if (person.state() == ManagedUser.State.DISABLED) {
      return ApiAnswer.conflict("user_disabled", "Enable the person first.");
    }
    Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(random);
    ApiRequest request = at.request();
    return switch (writes.links().create(link, person, request.by(), request.moment())) {
      case NewLink.Unlimited.CREATED ->
          Response.json(201, writes.delivery().deliver(request, person, link));
      case NewLink.Unlimited.CONFLICT -> ApiAnswer.changedBefore();
      case NewLink.Throttled(Duration wait) -> Refusal.tooManyRequests(wait).json();
    };
  }
}
