package dev.latchkey.protocol.discovery;

import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Rules;
import dev.latchkey.model.credential.GrantType;
import dev.latchkey.model.credential.PublicClientRules;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Resources;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * The metadata that client libraries read before their first request: RFC 8414 and RFC 9728
 * (clients.md 13).
 */
public final class MetadataEndpoint {

  /** How a client can authenticate at each endpoint. */
  private static final String[] AUTH_METHODS = {"client_secret_post", "client_secret_basic"};

  private static final String RESOURCES = Resource.OPEN_INTERFACE.metadataAddress("");
  private static final Refusal NO_SUCH_RESOURCE =
      new Refusal(404, "not_found", "There is no resource with this address.");

  private final Supplier<Resources> resources;
  private final PublicClientRules publicClients;
  private final Rules.DeviceFlow deviceFlow;
  private final boolean hasChildTokens;

  public MetadataEndpoint(
      Supplier<Resources> resources,
      PublicClientRules publicClients,
      Rules.DeviceFlow deviceFlow,
      Limits limits) {
    this.resources = resources;
    this.publicClients = publicClients;
    this.deviceFlow = deviceFlow;
    this.hasChildTokens = limits.hasChildTokens();
  }

  public List<Route> routes() {
    return List.of(
        Route.open("GET", "/.well-known/oauth-authorization-server", this::authorizationServer)
            .immediate(),
        Route.open("GET", RESOURCES, MetadataEndpoint::openInterface).immediate(),
        Route.open("GET", RESOURCES + "/**", this::partOfOpenInterface).immediate());
  }

  private String[] grantTypes() {
    return Stream.of(GrantType.values())
        .filter(this::isOn)
        .map(GrantType::text)
        .toArray(String[]::new);
  }

  private boolean isOn(GrantType type) {
    return switch (type) {
      case AUTHORIZATION_CODE, REFRESH_TOKEN -> true;
      case TOKEN_EXCHANGE -> hasChildTokens;
      case DEVICE_CODE -> deviceFlow.isOn();
    };
  }

  /**
   * A refresh needs no secret (contract 4.3), but an exchange does. A client that reads {@code
   * none} sends no secret for either, so it is listed only where apps without one may come.
   */
  private String[] authMethods() {
    boolean hasPublic = publicClients.documents() || publicClients.registration();
    return Stream.concat(Stream.of(AUTH_METHODS), hasPublic ? Stream.of("none") : Stream.of())
        .toArray(String[]::new);
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
    list(json, "grant_types_supported", grantTypes());
    if (deviceFlow.isOn()) {
      json.put("device_authorization_endpoint", base + "/oauth2/device_authorization");
    }
    list(json, "code_challenge_methods_supported", "S256");
    list(json, "token_endpoint_auth_methods_supported", authMethods());
    list(json, "introspection_endpoint_auth_methods_supported", AUTH_METHODS);
    list(json, "revocation_endpoint_auth_methods_supported", authMethods());
    json.put("authorization_response_iss_parameter_supported", true);
    if (publicClients.documents()) {
      json.put("client_id_metadata_document_supported", true);
    }
    if (publicClients.registration()) {
      json.put("registration_endpoint", base + "/oauth2/register");
    }
    return Response.json(200, json);
  }

  /**
   * {@code scopes_supported} is omitted. One popular client would ask for all scopes that are
   * listed, and would be refused.
   */
  private static Response openInterface(Request request) {
    return Response.json(200, resource(request, Resource.OPEN_INTERFACE));
  }

  /** The resources that an operator has named do list the few scopes that their calls need. */
  private Response partOfOpenInterface(Request request) {
    String metadata = request.path();
    Optional<Resources.Named> found =
        resources.get().all().stream()
            .filter(named -> named.resource().metadataAddress("").equals(metadata))
            .findFirst();
    if (found.isEmpty()) {
      return NO_SUCH_RESOURCE.json();
    }
    ObjectNode json = resource(request, found.get().resource());
    found.get().name().ifPresent(name -> json.put("resource_name", name));
    list(json, "scopes_supported", found.get().scopes().names().toArray(String[]::new));
    return Response.json(200, json);
  }

  private static ObjectNode resource(Request request, Resource resource) {
    ObjectNode json = Json.object().put("resource", resource.address(request.baseUrl()));
    list(json, "authorization_servers", request.baseUrl());
    list(json, "bearer_methods_supported", "header");
    json.put("resource_documentation", request.baseUrl() + Section.API_REFERENCE.path());
    return json;
  }

  private static void list(ObjectNode json, String name, String... values) {
    var array = json.putArray(name);
    for (String value : values) {
      array.add(value);
    }
  }
}
