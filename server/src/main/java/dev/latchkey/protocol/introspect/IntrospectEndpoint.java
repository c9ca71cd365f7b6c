package dev.latchkey.protocol.introspect;

import dev.latchkey.edge.http.BearerGuard;
import dev.latchkey.edge.http.BearerHeader;
import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.ClientCall;
import dev.latchkey.edge.http.ClientGuard;
import dev.latchkey.edge.http.ClientIdentity;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.LookupSource;
import dev.latchkey.model.token.Use;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.checks.TokenPeek;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The introspection endpoint: GET as in contract 4.5, POST at the same address as in RFC 7662. Both
 * ask memory first; if memory cannot decide, they return empty.
 */
public record IntrospectEndpoint(TokenChecks checks, ClientGuard clients, Consumer<Use> uses) {
  private static final String PATH = "/oauth2/introspect";
  private static final Refusal NO_TOKEN =
      new Refusal(
              401, "unauthorized", "Send the token to inspect as Authorization: Bearer <token>.")
          .with("WWW-Authenticate", "Bearer realm=\"latchkey\"");
  private static final byte[] INACTIVE = Json.bytes(Json.object().put("active", false));
  private static final List<String> FIELDS =
      List.of("token", "token_type_hint", "client_id", "client_secret");

  public List<Route> routes() {
    return List.of(
        new BearerGuard(this::get, (request, from) -> Optional.of(NO_TOKEN)).json("GET", PATH),
        clients.memoryFirst(PATH, this::post, Body.Kind.FORM));
  }

  /**
   * Introspects the presented token. The answer for an expired or revoked token is the same as for
   * one that never existed (rule 3.1).
   */
  private Optional<Response> get(
      Request request, BearerHeader.Presented presented, LookupSource from) {
    return presented.token().isEmpty()
        ? Optional.of(inactive())
        : get(presented.token().get(), request, from);
  }

  private Optional<Response> get(TokenKey token, Request request, LookupSource from) {
    return switch (checks.look(token, request.moment().at(), from)) {
      case TokenPeek.Unknown _ -> Optional.empty();
      case TokenPeek.Known known ->
          Optional.of(
              known
                  .token()
                  .map(live -> inspected(live, live.separator(), request))
                  .orElseGet(IntrospectEndpoint::inactive));
    };
  }

  private Response inspected(LiveToken live, Scopes.Separator separator, Request request) {
    uses.accept(new Use.Inspection(live, request.moment()));
    return Response.json(200, IntrospectionJson.write(live, separator, request.baseUrl()));
  }

  /**
   * Introspects a token for a credential. The credential may ask about its own tokens or, as a
   * resource server, about those of its organization (rule 3.3).
   */
  private ClientCall post(Request request) {
    Form form = request.form();
    Optional<String> misplaced = request.query().anyOf(FIELDS);
    Optional<String> repeated = form.repeated(FIELDS);
    if (misplaced.isPresent() || repeated.isPresent()) {
      return new ClientCall.Unusable(Refusal.invalidRequest("Send every field once, in the body."));
    }
    return switch (ClientIdentity.of(
        request, form.value("client_id"), form.value("client_secret"))) {
      case ClientIdentity.Unusable unusable -> new ClientCall.Unusable(unusable.refusal());
      case ClientIdentity.Claimed client ->
          new ClientCall.Authenticated(client, (asking, from) -> inspect(asking, request, from));
    };
  }

  private Optional<Response> inspect(
      Credential.Personal asking, Request request, LookupSource from) {
    Optional<String> token = request.form().value("token");
    if (token.isEmpty()) {
      return Optional.of(Refusal.invalidRequest("The field token is missing.").json());
    }
    Optional<? extends Secret.Bearer> access = Secret.bearer(token.get());
    if (access.isPresent()) {
      return inspect(TokenKey.of(access.get()), asking, request, from);
    }
    Optional<Secret.Refresh> refresh = Secret.REFRESH.parse(token.get());
    if (refresh.isEmpty()) {
      return Optional.of(inactive());
    }
    return switch (from) {
      case MEMORY -> Optional.empty();
      case STORE -> Optional.of(inspect(refresh.get(), asking, request.moment()));
    };
  }

  private Optional<Response> inspect(
      TokenKey access, Credential.Personal asking, Request request, LookupSource from) {
    return switch (checks.look(access, request.moment().at(), from)) {
      case TokenPeek.Unknown _ -> Optional.empty();
      case TokenPeek.Known known ->
          Optional.of(
              known
                  .token()
                  .filter(live -> asking.mayInspect(live.client(), live.organization()))
                  .map(live -> inspected(live, Scopes.Separator.SPACE, request))
                  .orElseGet(IntrospectEndpoint::inactive));
    };
  }

  private Response inspect(Secret.Refresh refresh, Credential.Personal asking, RequestMoment now) {
    return checks
        .look(refresh, now)
        .filter(live -> asking.mayInspect(live.client(), live.organization()))
        .map(live -> Response.json(200, IntrospectionJson.write(live)))
        .orElseGet(IntrospectEndpoint::inactive);
  }

  private static Response inactive() {
    return Response.json(200, INACTIVE);
  }
}
