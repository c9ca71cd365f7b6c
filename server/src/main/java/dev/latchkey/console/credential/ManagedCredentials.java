package dev.latchkey.console.credential;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.credential.CredentialGuard;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;

/** Answers calls about one credential where the caller has the right to them. */
public record ManagedCredentials(CredentialGuard guard) {
  @FunctionalInterface
  interface Handler<C extends Credential> {
    Response answer(C credential);
  }

  <C extends Credential> Response with(
      Class<C> kind, Rights.Act act, ApiRequest request, Handler<C> handler) {
    return guard
        .find(request.actor(), named(request), act, kind)
        .map(handler::answer)
        .orElseGet(ApiAnswer::notFound);
  }

  /** The credential that the path of the call names. */
  static Id.Client named(ApiRequest request) {
    return new Id.Client(request.segment("client_id"));
  }
}
