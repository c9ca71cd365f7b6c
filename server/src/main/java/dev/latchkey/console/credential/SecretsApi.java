package dev.latchkey.console.credential;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.console.page.Words;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Actor;
import dev.latchkey.model.Credential;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.Language;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.credential.ClientSecrets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The calls of the management API about the secrets of a personal credential, and about its
 * transfer to another owner. Only its owner adds and retires secrets.
 */
public final class SecretsApi {
  private final ManagedCredentials managed;
  private final ClientSecrets stored;
  private final NewSecrets secrets;
  private final Transfer transfer;

  public SecretsApi(
      ManagedCredentials managed, ClientSecrets stored, NewSecrets secrets, Transfer transfer) {
    this.managed = managed;
    this.stored = stored;
    this.secrets = secrets;
    this.transfer = transfer;
  }

  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_SECRETS, this::list),
        guard.route(Operation.ADD_SECRET, this::add),
        guard.route(Operation.RETIRE_SECRET, this::retire),
        guard.route(Operation.OFFER_CREDENTIAL, this::offer),
        guard.route(Operation.WITHDRAW_OFFER, this::withdraw));
  }

  private Response own(ApiRequest request, OwnHandler handler) {
    return request.actor() instanceof Actor.Person person
        ? managed.with(
            Credential.Personal.class,
            Rights.Act.MANAGE_PERSONAL_CREDENTIALS,
            request,
            credential -> handler.answer(credential, person))
        : ApiAnswer.notFound();
  }

  @FunctionalInterface
  private interface OwnHandler {
    Response answer(Credential.Personal credential, Actor.Person owner);
  }

  private Response list(ApiRequest request) {
    return own(
        request,
        (credential, owner) -> {
          var json = Json.object();
          var array = json.putArray("secrets");
          stored.of(credential.clientId()).forEach(secret -> array.add(CredentialJson.of(secret)));
          return Response.json(200, json);
        });
  }

  /** This is the only answer that shows the secret. */
  private Response add(ApiRequest request) {
    return own(
        request,
        (credential, owner) -> {
          Secret.Client secret = secrets.clientSecret();
          return switch (stored.add(
              credential, secret, secrets.form(), owner.id(), request.moment())) {
            case ADDED ->
                Response.json(
                    201,
                    Json.object()
                        .put("client_id", credential.clientId().value())
                        .put("client_secret", secret.reveal())
                        .put("secret_id", secret.hash().text())
                        .put("ending", secret.ending()));
            case TOO_MANY, FORM_SENT_BEFORE ->
                ApiAnswer.conflict(
                    "too_many_secrets", "A credential has at most two secrets. Retire one first.");
          };
        });
  }

  private Response retire(ApiRequest request) {
    return own(
        request,
        (credential, owner) -> {
          Optional<SecretHash> secret = SecretHash.parse(request.segment("secret_id"));
          if (secret.isEmpty()) {
            return ApiAnswer.notFound();
          }
          boolean isRetired = stored.retire(credential, secret.get(), owner.id(), request.moment());
          boolean isLast =
              !isRetired
                  && stored.of(credential.clientId()).stream()
                      .anyMatch(live -> live.hash().equals(secret.get()));
          return isLast
              ? ApiAnswer.conflict(
                  "last_secret", "It is the only secret of the credential. Add another first.")
              : ApiAnswer.done();
        });
  }

  /** Only a person can offer a credential, because the new owner sees who offers it. */
  private Response toTransfer(ApiRequest request, OwnHandler handler) {
    return request.actor() instanceof Actor.Person person
        ? managed.with(
            Credential.Personal.class,
            Rights.Act.TRANSFER_CREDENTIAL_OF_ORGANIZATION,
            request,
            credential -> handler.answer(credential, person))
        : ApiAnswer.forbidden("Only a person can offer a credential to a new owner.");
  }

  private Response offer(ApiRequest request) {
    List<ApiError> unusable = request.fields().errors(Map.of("email", ApiFields.Type.TEXT));
    if (!unusable.isEmpty()) {
      return ApiAnswer.flawed(400, unusable);
    }
    String email = EmailAddress.normal(request.fields().text("email").orElse(""));
    return toTransfer(
        request,
        (credential, person) ->
            transfer
                .offer(
                    credential,
                    email,
                    new Transfer.Sender(
                        person.user(),
                        new Words(Language.ENGLISH),
                        request.request().baseUrl(),
                        request.moment()))
                .map(errors -> ApiAnswer.flawed(errors.within("transfer")))
                .orElseGet(ApiAnswer::done));
  }

  private Response withdraw(ApiRequest request) {
    return toTransfer(
        request,
        (credential, person) -> {
          transfer.withdraw(credential, person.id(), request.moment());
          return ApiAnswer.done();
        });
  }
}
