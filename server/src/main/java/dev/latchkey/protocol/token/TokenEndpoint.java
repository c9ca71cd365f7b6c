package dev.latchkey.protocol.token;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.ClientCall;
import dev.latchkey.edge.http.ClientGuard;
import dev.latchkey.edge.http.ClientIdentity;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Resources;
import dev.latchkey.storage.grants.ChildTokens;
import dev.latchkey.storage.grants.Exchanged;
import dev.latchkey.storage.grants.Polled;
import dev.latchkey.storage.pairs.Rotated;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The token endpoint (contract 4.2 and 4.3): it exchanges a code or a refresh token for a pair of
 * tokens. If the operator has turned them on, it also exchanges an access token for a child token
 * (RFC 8693), and the code of a device (RFC 8628).
 */
public record TokenEndpoint(
    ClientGuard clients,
    Supplier<Resources> resources,
    PublicClientTokens publicClients,
    Grants grants) {
  /**
   * What answers each {@code grant_type}. {@code tokenExchange} and {@code devices} are empty
   * unless the operator has turned them on.
   */
  public record Grants(
      CodeExchange codes,
      Refresh refresh,
      Optional<TokenExchange> tokenExchange,
      Optional<DevicePolling> devices) {}

  public List<Route> routes() {
    return List.of(clients.route("/oauth2/token", this::post, Body.Kind.FORM));
  }

  private ClientCall post(Request request) {
    RequestMoment now = request.moment();
    if (PublicClientTokens.isPresentedIn(request.form())) {
      return publicClients
          .find(request.form(), now)
          .map(client -> post(request, Optional.of(client.value()), true, now))
          .orElseGet(() -> new ClientCall.Unusable(Refusals.ofPublicClient()));
    }
    return post(request, request.form().value("client_id"), false, now);
  }

  /** {@code isPublic}: the client has no secret, so a code is protected by PKCE alone. */
  private ClientCall post(
      Request request, Optional<String> clientId, boolean isPublic, RequestMoment now) {
    return switch (TokenRequest.parse(
        request, clientId, resources.get(), grants.tokenExchange.isPresent())) {
      case TokenRequest.Unusable unusable -> new ClientCall.Unusable(unusable.refusal());
      case TokenRequest.ByCode asked when isPublic ->
          new ClientCall.OptionallyAuthenticated(
              asked.client(), () -> redeem(asked.client().claim().client(), asked, now));
      case TokenRequest.ByCode asked ->
          ClientCall.proving(
              asked.client(), credential -> redeem(credential.clientId(), asked, now));
      case TokenRequest.ByRefresh asked ->
          new ClientCall.OptionallyAuthenticated(asked.client(), () -> rotate(asked, now));
      case ChildTokenRequest asked ->
          asked
              .client()
              .<ClientCall>map(client ->
                  new ClientCall.OptionallyAuthenticated(client, () -> exchange(asked, now)))
              .orElseGet(() -> new ClientCall.Unauthenticated(() -> exchange(asked, now)));
      case TokenRequest.ByDevice asked ->
          grants
              .devices
              .<ClientCall>map(polling ->
                  new ClientCall.OptionallyAuthenticated(
                      asked.client(), () -> poll(polling, asked, now)))
              .orElseGet(() -> new ClientCall.Unusable(TokenRequest.UNSUPPORTED.refusal()));
    };
  }

  private Response exchange(ChildTokenRequest asked, RequestMoment now) {
    return switch (grants.tokenExchange.orElseThrow().exchange(asked, now)) {
      case ChildTokens.Created.Issued issued -> Response.json(200, TokenJson.write(issued));
      case ChildTokens.Created.Refused why -> refusals(asked.client(), now).of(why).json();
    };
  }

  private Response redeem(Id.Client client, TokenRequest.ByCode asked, RequestMoment now) {
    return switch (grants.codes.redeem(client, asked, now)) {
      case Exchanged.Issued issued -> Response.json(200, TokenJson.write(issued.response()));
      case Exchanged.Refused why -> refusals(Optional.of(asked.client()), now).of(why).json();
    };
  }

  private static Response poll(
      DevicePolling polling, TokenRequest.ByDevice asked, RequestMoment now) {
    Optional<Polled> polled = polling.answer(asked, now);
    if (polled.isEmpty()) {
      return Refusals.SLOW_DOWN.json();
    }
    return switch (polled.get()) {
      case Polled.Issued issued -> Response.json(200, TokenJson.write(issued.response()));
      case Polled.Refused why -> refusals(Optional.of(asked.client()), now).of(why).json();
    };
  }

  private Response rotate(TokenRequest.ByRefresh asked, RequestMoment now) {
    return switch (grants.refresh.rotate(asked, now)) {
      case Rotated.Issued issued -> Response.json(200, TokenJson.write(issued.response()));
      case Rotated.Repeated repeated -> Response.json(200, Refresh.opened(asked, repeated));
      case Rotated.Refused why -> refusals(Optional.of(asked.client()), now).of(why).json();
    };
  }

  private static Refusals refusals(Optional<ClientIdentity.Claimed> client, RequestMoment now) {
    boolean byBasic = client.map(ClientIdentity.Claimed::byBasic).orElse(false);
    return new Refusals(now.address(), byBasic);
  }
}
