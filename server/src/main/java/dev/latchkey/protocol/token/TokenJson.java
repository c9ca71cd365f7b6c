package dev.latchkey.protocol.token;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.token.TokenResponse;
import dev.latchkey.storage.grants.ChildTokens;
import tools.jackson.databind.node.ObjectNode;

/** Writes the fields of contract 2.2, and additionally the array {@code scopes}. */
final class TokenJson {
  private TokenJson() {}

  static ObjectNode write(TokenResponse response) {
    ObjectNode json =
        Json.object()
            .put("access_token", response.pair().access().reveal())
            .put("refresh_token", response.pair().refresh().reveal())
            .put("token_type", "Bearer")
            .put("expires_in", response.expiresInSeconds())
            .put("scope", response.scope().joined(response.separator()))
            .put("user_id", response.userId().value())
            .put("email", response.email());
    response.scope().names().forEach(json.putArray("scopes")::add);
    return json;
  }

  /** Writes the fields of RFC 8693 2.2.1. A child token cannot be refreshed. */
  static ObjectNode write(ChildTokens.Created.Issued issued) {
    ObjectNode json =
        Json.object()
            .put("access_token", issued.token().reveal())
            .put("issued_token_type", ChildTokenRequest.ACCESS_TOKEN)
            .put("token_type", "Bearer")
            .put("expires_in", issued.life().toSeconds())
            .put("scope", issued.scope().joined(issued.separator()));
    issued.scope().names().forEach(json.putArray("scopes")::add);
    return json;
  }
}
