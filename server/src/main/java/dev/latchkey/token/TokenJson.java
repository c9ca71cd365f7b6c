package dev.latchkey.token;

import dev.latchkey.http.Json;
import dev.latchkey.model.TokenResponse;
import tools.jackson.databind.node.ObjectNode;

/** Contract 2.2, field by field, and the array {@code scopes} beside it. */
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
