package dev.latchkey.token;

import dev.latchkey.http.Json;
import dev.latchkey.model.TokenResponse;
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
}
