package dev.latchkey.introspect;

import dev.latchkey.http.BearerHeader;
import dev.latchkey.http.Body;
import dev.latchkey.http.ClientIdentity;
import dev.latchkey.http.Form;
import dev.latchkey.http.Json;
import dev.latchkey.http.Refusal;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Authentication;
import dev.latchkey.model.Credential;
import dev.latchkey.model.LiveRefreshToken;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TokenLife;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.Tokens;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Contract 4.5 by GET, RFC 7662 by POST on the same address. */
public final class IntrospectEndpoint {
    private static final byte[] INACTIVE = Json.bytes(Json.object().put("active", false));
    private static final List<String> FIELDS =
            List.of("token", "token_type_hint", "client_id", "client_secret");

    private final Tokens tokens;
    private final Credentials credentials;

    public IntrospectEndpoint(Tokens tokens, Credentials credentials) {
        this.tokens = tokens;
        this.credentials = credentials;
    }

    public List<Route> routes() {
        return List.of(
                Route.json("GET", "/oauth2/introspect", Route.Access.BEARER, this::get),
                Route.json(
                        "POST",
                        "/oauth2/introspect",
                        Route.Access.CLIENT,
                        this::post,
                        Body.Kind.FORM));
    }

    /** The token tells about itself. A dead one looks like one that never was (decision 3.1). */
    private Response get(Request request) {
        return switch (BearerHeader.of(request)) {
            case BearerHeader.Missing missing ->
                    new Refusal(
                                    401,
                                    "unauthorized",
                                    "Send the token to inspect as Authorization: Bearer <token>.")
                            .with("WWW-Authenticate", "Bearer realm=\"latchkey\"")
                            .json();
            case BearerHeader.Presented presented ->
                    presented
                            .token()
                            .flatMap(token -> tokens.look(token, request.occasion().at()))
                            .map(live -> Response.json(200, write(live, live.separator())))
                            .orElseGet(IntrospectEndpoint::inactive);
        };
    }

    /**
     * A credential asks about a token of its own, or, as a resource server, of its organization
     * (decision 3.3).
     */
    private Response post(Request request) {
        Form form = request.form();
        Optional<String> misplaced = request.query().anyOf(FIELDS);
        Optional<String> repeated = form.repeated(FIELDS);
        if (misplaced.isPresent() || repeated.isPresent()) {
            return Refusal.invalidRequest("Send every field once, in the body.").json();
        }
        return switch (ClientIdentity.of(
                request, form.value("client_id"), form.value("client_secret"))) {
            case ClientIdentity.Unusable unusable -> unusable.refusal().json();
            case ClientIdentity.Claimed client ->
                    switch (credentials.authenticate(client.claim(), request.occasion())) {
                        case Authentication.Failed why ->
                                ClientIdentity.refuse(why, client.byBasic()).json();
                        case Authentication.Throttled throttled ->
                                Refusal.tooManyAttempts(throttled.retryAfter()).json();
                        case Authentication.Proven proven ->
                                form.value("token")
                                        .map(token -> tell(token, proven.credential(), request))
                                        .orElseGet(() ->
                                                Refusal.invalidRequest(
                                                                "The field token is missing.")
                                                        .json());
                    };
        };
    }

    private Response tell(String token, Credential.Personal asking, Request request) {
        var now = request.occasion().at();
        Optional<ObjectNode> access =
                Secret.bearer(token)
                        .flatMap(bearer -> tokens.look(bearer, now))
                        .filter(live -> asking.mayInspect(live.client(), live.organization()))
                        .map(live -> write(live, Scopes.Separator.SPACE));
        return access.or(() ->
                        Secret.REFRESH
                                .parse(token)
                                .flatMap(refresh -> tokens.look(refresh, now))
                                .filter(live ->
                                        asking.mayInspect(live.client(), live.organization()))
                                .map(IntrospectEndpoint::write))
                .map(json -> Response.json(200, json))
                .orElseGet(IntrospectEndpoint::inactive);
    }

    private static Response inactive() {
        return Response.json(200, INACTIVE);
    }

    private static ObjectNode write(LiveToken live, Scopes.Separator separator) {
        ObjectNode json =
                Json.object()
                        .put("active", true)
                        .put("sub", live.subject().value())
                        .put("scope", live.scope().joined(separator));
        live.scope().names().forEach(json.putArray("scopes")::add);
        json.put("client_id", live.client().value()).put("token_type", "Bearer");
        switch (live.life()) {
            case TokenLife.Until until -> json.put("exp", until.deadline().getEpochSecond());
            case TokenLife.UntilRevoked endless -> {}
        }
        live.team().ifPresent(team -> json.put("team_id", team.value()));
        return json.put("org_id", live.organization().value());
    }

    private static ObjectNode write(LiveRefreshToken live) {
        ObjectNode json =
                Json.object()
                        .put("active", true)
                        .put("sub", live.subject().value())
                        .put("scope", live.scope().joined(Scopes.Separator.SPACE));
        live.scope().names().forEach(json.putArray("scopes")::add);
        return json.put("client_id", live.client().value())
                .put("exp", live.deadline().getEpochSecond());
    }
}
