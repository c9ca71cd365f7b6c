package dev.latchkey.console.credential;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.credential.CredentialActs;
import dev.latchkey.credential.OfferCredential;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Language;
import dev.latchkey.model.Words;
import dev.latchkey.model.audit.Actor;
import java.util.List;

/** The calls of the management API about the transfer of a personal credential to a new owner. */
public record TransferApi(CredentialActs acts, Transfer transfer) {
  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(
            Operation.OFFER_CREDENTIAL,
            request -> request.withFields(fields -> offer(request, fields))),
        guard.route(Operation.WITHDRAW_OFFER, this::withdraw));
  }

  private Response offer(ApiRequest request, ApiFields fields) {
    Id.Client named = ManagedCredentials.named(request);
    return switch (acts.offer().by(request.actor(), named, fields.text("email").orElse(""))) {
      case OfferCredential.Offered offered -> {
        if (request.actor() instanceof Actor.Person person) {
          String baseUrl = request.request().baseUrl();
          transfer.mail(offered, person, new Words(Language.ENGLISH), baseUrl);
        }
        yield ApiAnswer.done();
      }
      case OfferCredential.Refused.NO_PERSON -> noPerson();
      case OfferCredential.Refused.NOT_FOUND -> ApiAnswer.notFound();
      case OfferCredential.Refused why -> ApiAnswer.flawed(Transfer.errors(why).within("transfer"));
    };
  }

  private Response withdraw(ApiRequest request) {
    return switch (acts.withdrawOffer().by(request.actor(), ManagedCredentials.named(request))) {
      case WITHDRAWN, NOT_OFFERED -> ApiAnswer.done();
      case NOT_FOUND -> ApiAnswer.notFound();
      case NO_PERSON -> noPerson();
    };
  }

  private static Response noPerson() {
    return ApiAnswer.forbidden("Only a person can offer a credential to a new owner.");
  }
}
