package dev.latchkey.introspect;

import dev.latchkey.http.BearerHeader;
import dev.latchkey.http.Body;
import dev.latchkey.http.ClientDoor;
import dev.latchkey.http.ClientIdentity;
import dev.latchkey.http.Form;
import dev.latchkey.http.Json;
import dev.latchkey.http.Refusal;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Use;
import dev.latchkey.storage.Checks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Contract 4.5 by GET, RFC 7662 by POST on the same address. */
public final class IntrospectEndpoint {
    private static final byte[] INACTIVE = Json.bytes(Json.object().put("active", false));
    private static final List<String> FIELDS =
            List.of("token", "token_type_hint", "client_id", "client_secret");

    private final Checks checks;
    private final ClientDoor clients;
    private final Consumer<Use> uses;

    public IntrospectEndpoint(Checks checks, ClientDoor clients, Consumer<Use> uses) {
        this.checks = checks;
        this.clients = clients;
        this.uses = uses;
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
                            .flatMap(token -> checks.look(token, request.occasion().at()))
                            .map(live -> {
                                uses.accept(new Use.Inspection(live, request.occasion()));
                                return Response.json(
                                        200, IntrospectionJson.write(live, live.separator()));
                            })
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
                    clients.proven(
                            client, request.occasion(), asking -> tell(form, asking, request));
        };
    }

    private Response tell(Form form, Credential.Personal asking, Request request) {
        Optional<String> token = form.value("token");
        if (token.isEmpty()) {
            return Refusal.invalidRequest("The field token is missing.").json();
        }
        Instant now = request.occasion().at();
        Optional<byte[]> access =
                Secret.bearer(token.get())
                        .flatMap(bearer -> checks.look(bearer, now))
                        .filter(live -> asking.mayInspect(live.client(), live.organization()))
                        .map(live -> {
                            uses.accept(new Use.Inspection(live, request.occasion()));
                            return IntrospectionJson.write(live, Scopes.Separator.SPACE);
                        });
        Optional<byte[]> refresh =
                Secret.REFRESH
                        .parse(token.get())
                        .flatMap(presented -> checks.look(presented, now))
                        .filter(live -> asking.mayInspect(live.client(), live.organization()))
                        .map(IntrospectionJson::write);
        return access.or(() -> refresh)
                .map(json -> Response.json(200, json))
                .orElseGet(IntrospectEndpoint::inactive);
    }

    private static Response inactive() {
        return Response.json(200, INACTIVE);
    }
}
