package dev.latchkey.api.access;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.credential.CredentialGuard;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.NotManaged;
import dev.latchkey.people.PersonGuard;
import java.util.List;

/** The calls that say what a person or a credential can reach. */
public record AccessApi(
    PersonGuard people, CredentialGuard credentials, EffectiveAccess effectiveAccess) {
  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.GET_USER_ACCESS, this::ofPerson),
        guard.route(Operation.GET_CREDENTIAL_ACCESS, this::ofCredential));
  }

  private Response ofPerson(ApiRequest request) {
    return switch (people.see(request.actor(), new Id.User(request.segment("user_id")))) {
      case PersonGuard.Granted(var person, var home) ->
          ApiAnswer.of(200, effectiveAccess.of(person, home, request.moment()));
      case NotManaged refused -> ApiAnswer.refused(refused);
    };
  }

  private Response ofCredential(ApiRequest request) {
    var named = new Id.Client(request.segment("client_id"));
    return credentials
        .find(request.actor(), named, Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION)
        .map(found -> ApiAnswer.of(200, effectiveAccess.of(found, request.moment())))
        .orElseGet(ApiAnswer::notFound);
  }
}
