package dev.latchkey.discovery;

import dev.latchkey.http.Json;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Limits;
import dev.latchkey.page.Section;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * The metadata that client libraries read before their first request: RFC 8414 and RFC 9728
 * (clients.md 13).
 */
public final class MetadataEndpoint {
    private static final String RESOURCE_PATH = "/.well-known/oauth-protected-resource/openapi/v2";
    private static final String TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

    private final List<String> grantTypes;

    public MetadataEndpoint(Limits limits) {
        this.grantTypes =
                limits.hasChildTokens()
                        ? List.of("authorization_code", "refresh_token", TOKEN_EXCHANGE)
                        : List.of("authorization_code", "refresh_token");
    }

    /** How a client can authenticate at each endpoint. */
    private static final String[] AUTH_METHODS = {"client_secret_post", "client_secret_basic"};

    public List<Route> routes() {
        return List.of(
                Route.open(
                                "GET",
                                "/.well-known/oauth-authorization-server",
                                this::authorizationServer)
                        .immediate(),
                Route.open("GET", RESOURCE_PATH, MetadataEndpoint::openInterface).immediate());
    }

    private Response authorizationServer(Request request) {
        String base = request.baseUrl();
        ObjectNode json =
                Json.object()
                        .put("issuer", base)
                        .put("authorization_endpoint", base + "/oauth2/authorize")
                        .put("token_endpoint", base + "/oauth2/token")
                        .put("introspection_endpoint", base + "/oauth2/introspect")
                        .put("revocation_endpoint", base + "/oauth2/revoke")
                        .put("jwks_uri", base + "/oauth2/jwks");
        list(json, "response_types_supported", "code");
        list(json, "response_modes_supported", "query");
        list(json, "grant_types_supported", grantTypes.toArray(String[]::new));
        list(json, "code_challenge_methods_supported", "S256");
        // A refresh needs no secret (contract 4.3), but an exchange does. A client that reads
        // "none"
        // here sends neither, so "none" is not listed.
        list(json, "token_endpoint_auth_methods_supported", AUTH_METHODS);
        list(json, "introspection_endpoint_auth_methods_supported", AUTH_METHODS);
        list(json, "revocation_endpoint_auth_methods_supported", AUTH_METHODS);
        json.put("authorization_response_iss_parameter_supported", true);
        return Response.json(200, json);
    }

    /**
     * {@code scopes_supported} is omitted. One popular client would ask for all scopes that are
     * listed, and would be refused.
     */
    private static Response openInterface(Request request) {
        ObjectNode json = Json.object().put("resource", request.openInterface());
        list(json, "authorization_servers", request.baseUrl());
        list(json, "bearer_methods_supported", "header");
        json.put("resource_documentation", request.baseUrl() + Section.API_REFERENCE.path());
        return Response.json(200, json);
    }

    private static void list(ObjectNode json, String name, String... values) {
        var array = json.putArray(name);
        for (String value : values) {
            array.add(value);
        }
    }
}
