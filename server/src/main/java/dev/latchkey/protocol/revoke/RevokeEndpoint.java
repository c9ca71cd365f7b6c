package dev.latchkey.protocol.revoke;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.ClientCall;
import dev.latchkey.edge.http.ClientGuard;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.grants.ChildTokens;
import dev.latchkey.storage.pairs.Pairs;
import dev.latchkey.storage.pairs.Revoked;
import java.util.List;

/**
 * The revocation endpoint (contract 4.6 and RFC 7009). The token and the other token of its pair
 * are revoked before the 200 is written.
 */
public record RevokeEndpoint(
    ClientGuard clients, Pairs pairs, ChildTokens children, PublicClientRevocation publicClients) {
  public List<Route> routes() {
    return List.of(clients.route("/oauth2/revoke", this::post, Body.Kind.JSON, Body.Kind.FORM));
  }

  private ClientCall post(Request request) {
    if (request.body() instanceof Body.OfForm sent
        && PublicClientRevocation.isPresentedIn(sent.form())) {
      return new ClientCall.Unauthenticated(() -> {
        publicClients.revoke(sent.form(), request.moment());
        return Response.json(200, Json.object());
      });
    }
    return switch (RevokeRequest.parse(request)) {
      case RevokeRequest.Unusable unusable -> new ClientCall.Unusable(unusable.refusal());
      case RevokeRequest.Complete asked ->
          ClientCall.proving(
              asked.client(), credential -> revoke(asked, credential.clientId(), request.moment()));
    };
  }

  /**
   * The contract's JSON has one answer for all tokens. The form is refused if the token is another
   * credential's (RFC 7009 2.1). Only a caller that has the token can learn this.
   */
  private Response revoke(RevokeRequest.Complete asked, Id.Client by, RequestMoment now) {
    return switch (end(asked.token(), by, now)) {
      case ENDED, INACTIVE, UNKNOWN -> done();
      case OF_ANOTHER_CREDENTIAL -> asked.isForm() ? RevokeRequest.NOT_ITS_OWN.json() : done();
    };
  }

  private Revoked end(RevokeRequest.Presented token, Id.Client by, RequestMoment now) {
    return switch (token) {
      case RevokeRequest.Presented.Access access -> pairs.revokePair(access.token(), by, now);
      case RevokeRequest.Presented.Child child -> children.revoke(child.token(), by, now);
      case RevokeRequest.Presented.Refresh refresh -> pairs.revokePair(refresh.token(), by, now);
      case RevokeRequest.Presented.Unknown _ -> Revoked.UNKNOWN;
    };
  }

  private static Response done() {
    return Response.json(200, Json.object());
  }
}
