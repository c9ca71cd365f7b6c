package dev.latchkey.console.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Id;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.User;
import dev.latchkey.storage.people.UserAdministration;
import dev.latchkey.storage.people.Users;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the person that a call of the management API is about. It is for programs what {@link
 * PersonPageGuard} is for pages. Every person may see their own data.
 */
public final class PersonApiGuard {
  private final OrganizationApiGuard organizationGuard;
  private final Users users;
  private final UserAdministration administration;

  public PersonApiGuard(
      OrganizationApiGuard organizationGuard, Users users, UserAdministration administration) {
    this.organizationGuard = organizationGuard;
    this.users = users;
    this.administration = administration;
  }

  /** A call about one person. */
  record At(ApiRequest request, Organization organization, ManagedUser person) {
    boolean isOneself() {
      return request.actor().is(person.user().id());
    }

    /** Whether the caller may change the person. */
    boolean isManaged() {
      return request.actor().mayManage(person.user(), organization);
    }

    /** The roles to choose from; the one that the person has may always stay. */
    List<User.Role> roles() {
      return Stream.concat(
              request.actor().grantable(organization).stream(), Stream.of(person.user().role()))
          .distinct()
          .toList();
    }
  }

  @FunctionalInterface
  interface Handler {
    Response answer(At at);
  }

  Response toSee(ApiRequest request, Handler handler) {
    Optional<At> found =
        Id.USER
            .parse(request.segment("user_id"))
            .flatMap(administration::find)
            .flatMap(person -> allowed(request, person));
    return found.map(handler::answer).orElseGet(ApiAnswer::notFound);
  }

  private Optional<At> allowed(ApiRequest request, ManagedUser person) {
    Organization home = users.find(person.user().organization()).orElseThrow();
    var at = new At(request, home, person);
    if (at.isOneself() || request.actor().may(Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION, home)) {
      return Optional.of(at);
    }
    organizationGuard.refused(
        request, AuditOutcome.PERSON_OF_OTHERS, home.id(), Optional.of(person.user().id()));
    return Optional.empty();
  }

  /** The same for an act that only those may do who may change the person. */
  Response toManage(ApiRequest request, Handler handler) {
    return toSee(request, at -> at.isManaged() ? handler.answer(at) : forbidden(at));
  }

  /** The same for a change, which must name the version of the person that the caller has read. */
  Response toChange(ApiRequest request, Handler handler) {
    return toManage(
        request,
        at -> {
          if (!request.namesVersion()) {
            return ApiAnswer.versionMissing();
          }
          return request.hasSeen(String.valueOf(at.person().version()))
              ? handler.answer(at)
              : ApiAnswer.changedBefore();
        });
  }

  /** Refuses to change oneself, a person with a higher role, or to give such a role. */
  Response forbidden(At at) {
    organizationGuard.refused(
        at.request(),
        at.isOneself() ? AuditOutcome.OWN_STANDING : AuditOutcome.ROLE_ABOVE_OWN,
        at.organization().id(),
        Optional.of(at.person().user().id()));
    return ApiAnswer.forbidden(
        at.isOneself()
            ? "People cannot manage their own account in this way."
            : "The role of the caller does not allow to change this person or to give"
                + " this role.");
  }
}
