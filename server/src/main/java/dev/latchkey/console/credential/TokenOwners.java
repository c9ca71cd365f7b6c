package dev.latchkey.console.credential;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.credential.CredentialGuard;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.User;
import dev.latchkey.storage.issued.TokenSelection.Whose;
import dev.latchkey.storage.people.UserAdministration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whose tokens a call lists or revokes. Exactly one of organization, credential and person is
 * named, so that no call ends too much.
 */
public record TokenOwners(
    OrganizationApiGuard organizationGuard, CredentialGuard guard, UserAdministration people) {
  private static final List<String> NAMES = List.of("org_id", "client_id", "user_id");

  static final List<ApiError> NOT_EXACTLY_ONE =
      NAMES.stream()
          .map(name -> new ApiError(name, "Name exactly one of org_id, client_id and user_id."))
          .toList();

  static boolean isExactlyOne(Function<String, Optional<String>> sent) {
    return NAMES.stream().filter(name -> sent.apply(name).isPresent()).count() == 1;
  }

  /** The answer about the one that is named, if the caller may do this there. */
  Response with(
      ApiRequest request,
      Function<String, Optional<String>> sent,
      Rights.Act act,
      Function<Whose, Response> handler) {
    return sent.apply("org_id")
        .map(Id.Organization::new)
        .map(id ->
            organizationGuard.in(
                id, request, act, found -> handler.apply(new Whose.OfOrganization(found.id()))))
        .or(() ->
            sent.apply("client_id")
                .map(id ->
                    guard
                        .find(request.actor(), new Id.Client(id), act)
                        .map(found -> handler.apply(new Whose.OfCredential(found)))
                        .orElseGet(ApiAnswer::notFound)))
        .or(() ->
            sent.apply("user_id")
                .flatMap(Id.USER::parse)
                .flatMap(people::find)
                .map(person -> ofPerson(request, person.user(), act, handler)))
        .orElseGet(ApiAnswer::notFound);
  }

  /** People see and end what they have given. Others see it who manage the people there. */
  private Response ofPerson(
      ApiRequest request, User person, Rights.Act act, Function<Whose, Response> handler) {
    var theirs = new Whose.OfPerson(person.id());
    return request.actor().is(person.id())
        ? handler.apply(theirs)
        : organizationGuard.in(
            person.organization(),
            request,
            Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION,
            home ->
                act == Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION
                        || request.actor().mayManage(person, home)
                    ? handler.apply(theirs)
                    : ApiAnswer.forbidden(
                        "The role of the caller does not allow to change this person."));
  }

  boolean isManaged(ApiRequest request, ManagedUser person) {
    Optional<Organization> home = organizationGuard.find(person.user().organization());
    return home.filter(where -> request.actor().mayManage(person.user(), where)).isPresent();
  }
}
