package dev.latchkey.introspect;

import dev.latchkey.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.LiveRefreshToken;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.TokenLife;
import java.time.Instant;
import tools.jackson.core.JsonGenerator;

/**
 * Contract 2.3, field by field. What does not apply is left out: a token without end has no {@code
 * exp}.
 */
final class IntrospectionJson {
    private IntrospectionJson() {}

    static byte[] write(LiveToken live, Scopes.Separator separator) {
        return Json.written(json -> {
            active(json, live.subject(), live.scope(), separator);
            json.writeStringProperty("client_id", live.client().value());
            json.writeStringProperty("token_type", "Bearer");
            switch (live.life()) {
                case TokenLife.Until until -> expires(json, until.deadline());
                case TokenLife.UntilRevoked endless -> {}
            }
            live.team().ifPresent(team -> json.writeStringProperty("team_id", team.value()));
            json.writeStringProperty("org_id", live.organization().value());
        });
    }

    /** Decision 3.9. */
    static byte[] write(LiveRefreshToken live) {
        return Json.written(json -> {
            active(json, live.subject(), live.scope(), Scopes.Separator.SPACE);
            json.writeStringProperty("client_id", live.client().value());
            expires(json, live.deadline());
        });
    }

    private static void active(
            JsonGenerator json, Id.Subject subject, Scopes scope, Scopes.Separator separator) {
        json.writeBooleanProperty("active", true);
        json.writeStringProperty("sub", subject.value());
        json.writeStringProperty("scope", scope.joined(separator));
        json.writeArrayPropertyStart("scopes");
        scope.names().forEach(json::writeString);
        json.writeEndArray();
    }

    private static void expires(JsonGenerator json, Instant deadline) {
        json.writeNumberProperty("exp", deadline.getEpochSecond());
    }
}
