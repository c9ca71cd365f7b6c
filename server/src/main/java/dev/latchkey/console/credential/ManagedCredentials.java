package dev.latchkey.console.credential;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Rights;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.people.Users;
import java.util.Optional;

/**
 * Finds the credential that a call of the management API is about. It is for programs what {@link
 * CredentialScope} is for pages: owners may do everything with their personal credentials, and
 * administrators what {@link Rights} allows.
 */
public final class ManagedCredentials {
  private final Credentials credentials;
  private final Users users;

  public ManagedCredentials(Credentials credentials, Users users) {
    this.credentials = credentials;
    this.users = users;
  }

  /** Answers a call about one credential. */
  @FunctionalInterface
  interface Handler<C extends Credential> {
    Response answer(C credential);
  }

  /** A credential of another kind is answered as if it did not exist. */
  <C extends Credential> Response with(
      Class<C> kind, Rights.Act act, ApiRequest request, Handler<C> handler) {
    return Id.CLIENT
        .parse(request.segment("client_id"))
        .flatMap(client -> find(client, act, request))
        .filter(kind::isInstance)
        .map(kind::cast)
        .map(handler::answer)
        .orElseGet(ApiAnswer::notFound);
  }

  /** The credential, if the caller may do this with it. Any other attempt is recorded. */
  Optional<Credential> find(Id.Client client, Rights.Act act, ApiRequest request) {
    Optional<Credential> found = credentials.find(client);
    Optional<Credential> allowed =
        found.filter(each -> isOwned(each, request) || isManaged(each, act, request));
    if (found.isPresent() && allowed.isEmpty()) {
      credentials.refused(
          request.by(),
          AuditOutcome.CREDENTIAL_OF_OTHERS,
          found.get().organization(),
          Optional.of(client),
          request.moment());
    }
    return allowed;
  }

  private static boolean isOwned(Credential credential, ApiRequest request) {
    return credential instanceof Credential.Personal personal
        && request.actor().is(personal.owner());
  }

  private boolean isManaged(Credential credential, Rights.Act act, ApiRequest request) {
    return act != Rights.Act.MANAGE_PERSONAL_CREDENTIALS
        && users
            .find(credential.organization())
            .filter(where -> request.actor().may(act, where))
            .isPresent();
  }
}
