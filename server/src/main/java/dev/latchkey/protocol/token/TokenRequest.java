package dev.latchkey.protocol.token;

import dev.latchkey.edge.http.ClientIdentity;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.GrantType;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Resources;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.CodeChallenge;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A request to the token endpoint (contract 4.2 and 4.3), either complete or refused. */
sealed interface TokenRequest
    permits ChildTokenRequest,
        TokenRequest.Unusable,
        TokenRequest.ByCode,
        TokenRequest.ByRefresh,
        TokenRequest.ByDevice {
  Unusable UNSUPPORTED =
      new Unusable(
          new Refusal(
              400,
              "unsupported_grant_type",
              "Use grant_type authorization_code or refresh_token."));

  List<String> FIELDS =
      List.of(
          "client_id",
          "client_secret",
          "grant_type",
          "code",
          "redirect_uri",
          "code_verifier",
          "refresh_token",
          "device_code",
          "scope",
          "resource");

  record Unusable(Refusal refusal) implements TokenRequest {}

  /**
   * An exchange of a code. {@code code} is empty if the text does not have the form of a code; then
   * it is unknown without asking the store. The scope was decided with the code; {@code separator}
   * is the one that the client used if it sends a scope all the same.
   */
  record ByCode(
      ClientIdentity.Claimed client,
      Optional<Secret.Code> code,
      Optional<String> redirectUri,
      Optional<CodeChallenge> proof,
      Optional<Scopes.Separator> separator,
      Optional<Resource> resource)
      implements TokenRequest {}

  record ByRefresh(
      ClientIdentity.Claimed client,
      Optional<Secret.Refresh> refresh,
      Optional<Scopes> scope,
      Optional<Scopes.Separator> separator,
      Optional<Resource> resource,
      Optional<String> idempotencyKey)
      implements TokenRequest {}

  /** An exchange of the code of a device (RFC 8628 3.4). */
  record ByDevice(ClientIdentity.Claimed client, Optional<Secret.Device> device)
      implements TokenRequest {}

  /**
   * {@code clientId} names the client, unless HTTP Basic does. {@code hasChildTokens}: whether the
   * operator has turned on token exchange.
   */
  static TokenRequest parse(
      Request request, Optional<String> clientId, Resources resources, boolean hasChildTokens) {
    Form form = request.form();
    Optional<String> inQuery = request.query().anyOf(FIELDS);
    if (inQuery.isPresent()) {
      return unusable("Send " + inQuery.get() + " in the body, never in the address.");
    }
    Optional<String> repeated = form.repeated(FIELDS);
    if (repeated.isPresent()) {
      return unusable("The field " + repeated.get() + " was sent more than once.");
    }
    Optional<String> grantType = form.value("grant_type");
    if (grantType.isEmpty()) {
      return missing("grant_type");
    }
    Optional<String> address = form.value("resource");
    Optional<Resource> resource = address.flatMap(sent -> resources.find(sent, request.baseUrl()));
    if (address.isPresent() && resource.isEmpty()) {
      return new Unusable(
          new Refusal(400, "invalid_target", "There is no resource with this address."));
    }
    Optional<GrantType> known =
        grantType
            .flatMap(GrantType::named)
            .filter(type -> hasChildTokens || type != GrantType.TOKEN_EXCHANGE);
    if (known.isEmpty()) {
      return withClient(request, clientId, client -> UNSUPPORTED);
    }
    return switch (known.get()) {
      case AUTHORIZATION_CODE ->
          withClient(request, clientId, client -> byCode(client, form, resource));
      case REFRESH_TOKEN ->
          withClient(request, clientId, client -> byRefresh(client, request, resource));
      case DEVICE_CODE -> withClient(request, clientId, client -> byDevice(client, form));
      case TOKEN_EXCHANGE -> byToken(request, resource);
    };
  }

  /** Which client sends the request is checked before what it asks for. */
  private static TokenRequest withClient(
      Request request,
      Optional<String> clientId,
      Function<ClientIdentity.Claimed, TokenRequest> asked) {
    Optional<String> secret = request.form().value("client_secret");
    return switch (ClientIdentity.of(request, clientId, secret)) {
      case ClientIdentity.Unusable unusable -> new Unusable(unusable.refusal());
      case ClientIdentity.Claimed client -> asked.apply(client);
    };
  }

  private static TokenRequest byToken(Request request, Optional<Resource> resource) {
    return resource.filter(part -> !part.equals(Resource.OPEN_INTERFACE)).isPresent()
        ? new Unusable(
            new Refusal(
                400,
                "invalid_target",
                "A child token is for the same resource as the subject_token."))
        : ChildTokenRequest.parse(request);
  }

  private static TokenRequest byCode(
      ClientIdentity.Claimed client, Form form, Optional<Resource> resource) {
    Optional<String> code = form.value("code");
    if (code.isEmpty()) {
      return missing("code");
    }
    Optional<CodeChallenge> proof =
        form.value("code_verifier")
            .map(sent -> CodeChallenge.ofVerifier(sent).orElse(CodeChallenge.UNMATCHABLE));
    return new ByCode(
        client,
        code.flatMap(Secret.CODE::parse),
        form.value("redirect_uri"),
        proof,
        separator(form),
        resource);
  }

  private static TokenRequest byRefresh(
      ClientIdentity.Claimed client, Request request, Optional<Resource> resource) {
    Form form = request.form();
    Optional<String> refresh = form.value("refresh_token");
    if (refresh.isEmpty()) {
      return missing("refresh_token");
    }
    Optional<Scopes> scope = form.value("scope").map(Scopes::parse);
    if (scope.isPresent() && scope.get().isEmpty()) {
      return new Unusable(new Refusal(400, "invalid_scope", "The scope is empty."));
    }
    List<String> keys = request.headers().all("Idempotency-Key");
    if (keys.size() > 1 || keys.stream().anyMatch(key -> key.length() > 255)) {
      return unusable("Send one Idempotency-Key of at most 255 characters.");
    }
    return new ByRefresh(
        client,
        refresh.flatMap(Secret.REFRESH::parse),
        scope,
        separator(form),
        resource,
        keys.stream().filter(key -> !key.isEmpty()).findFirst());
  }

  private static Optional<Scopes.Separator> separator(Form form) {
    return form.value("scope").flatMap(Scopes.Separator::usedIn);
  }

  private static TokenRequest byDevice(ClientIdentity.Claimed client, Form form) {
    Optional<String> device = form.value("device_code");
    return device.isEmpty()
        ? missing("device_code")
        : new ByDevice(client, device.flatMap(Secret.DEVICE::parse));
  }

  private static Unusable missing(String field) {
    return unusable("The field " + field + " is missing.");
  }

  private static Unusable unusable(String description) {
    return new Unusable(Refusal.invalidRequest(description));
  }
}
