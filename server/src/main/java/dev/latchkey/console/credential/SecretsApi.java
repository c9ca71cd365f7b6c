package dev.latchkey.console.credential;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.view.Answers;
import dev.latchkey.credential.AddSecret;
import dev.latchkey.credential.CredentialActs;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.credential.ClientSecrets;
import java.util.List;
import java.util.Optional;

/**
 * The calls of the management API about the secrets of a personal credential. Only its owner adds
 * and retires secrets.
 */
public record SecretsApi(ManagedCredentials managed, ClientSecrets stored, CredentialActs acts) {
  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_SECRETS, this::list),
        guard.route(Operation.ADD_SECRET, this::add),
        guard.route(Operation.RETIRE_SECRET, this::retire));
  }

  private Response list(ApiRequest request) {
    return managed.with(
        Credential.Personal.class,
        Rights.Act.MANAGE_PERSONAL_CREDENTIALS,
        request,
        credential ->
            ApiAnswer.list("secrets", stored.of(credential.clientId()), new Answers.Uncounted()));
  }

  private Response add(ApiRequest request) {
    Id.Client client = ManagedCredentials.named(request);
    return switch (acts.addSecret().by(request.actor(), client, Optional.empty())) {
      case AddSecret.Added(var secret) ->
          ApiAnswer.of(
              201, new Answers.NewSecret(client, secret.reveal(), secret.hash(), secret.ending()));
      case AddSecret.Refused.LIMIT_REACHED, AddSecret.Refused.ALREADY_SENT ->
          ApiAnswer.conflict(
              "too_many_secrets", "A credential has at most two secrets. Retire one first.");
      case AddSecret.Refused.NOT_FOUND -> ApiAnswer.notFound();
    };
  }

  /** A secret that is not active is answered as if it had been retired now. */
  private Response retire(ApiRequest request) {
    Optional<SecretHash> secret = SecretHash.parse(request.segment("secret_id"));
    if (secret.isEmpty()) {
      return ApiAnswer.notFound();
    }
    return switch (acts.retireSecret()
        .by(request.actor(), ManagedCredentials.named(request), secret.get())) {
      case RETIRED, NOT_ACTIVE -> ApiAnswer.done();
      case LAST ->
          ApiAnswer.conflict(
              "last_secret", "It is the only secret of the credential. Add another first.");
      case NOT_FOUND -> ApiAnswer.notFound();
    };
  }
}
