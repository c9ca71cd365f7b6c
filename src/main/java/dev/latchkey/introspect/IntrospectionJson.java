package dev.latchkey.introspect;

import dev.latchkey.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.LiveRefreshToken;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.TokenLife;
import tools.jackson.databind.node.ObjectNode;

/**
 * Contract 2.3, field by field. What does not apply is left out: a token without end has no {@code
 * exp}.
 */
final class IntrospectionJson {
    private IntrospectionJson() {}

    static ObjectNode write(LiveToken live, Scopes.Separator separator) {
        ObjectNode json = active(live.subject(), live.scope(), separator);
        json.put("client_id", live.client().value()).put("token_type", "Bearer");
        switch (live.life()) {
            case TokenLife.Until until -> json.put("exp", until.deadline().getEpochSecond());
            case TokenLife.UntilRevoked endless -> {}
        }
        live.team().ifPresent(team -> json.put("team_id", team.value()));
        return json.put("org_id", live.organization().value());
    }

    /** Decision 3.9. */
    static ObjectNode write(LiveRefreshToken live) {
        return active(live.subject(), live.scope(), Scopes.Separator.SPACE)
                .put("client_id", live.client().value())
                .put("exp", live.deadline().getEpochSecond());
    }

    private static ObjectNode active(Id.Subject subject, Scopes scope, Scopes.Separator separator) {
        ObjectNode json =
                Json.object()
                        .put("active", true)
                        .put("sub", subject.value())
                        .put("scope", scope.joined(separator));
        scope.names().forEach(json.putArray("scopes")::add);
        return json;
    }
}
