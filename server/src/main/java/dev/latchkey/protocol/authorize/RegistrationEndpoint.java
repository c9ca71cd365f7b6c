package dev.latchkey.protocol.authorize;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.credential.PublicClientId;
import dev.latchkey.model.credential.RedirectUri;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Dynamic registration (RFC 7591) of programs on people's computers. It gives out an identifier and
 * nothing else: an organization decides later whether its people may use the program.
 */
public record RegistrationEndpoint(RegisteredClients registered) {
  public static final String PATH = "/oauth2/register";

  public List<Route> routes() {
    return List.of(Route.open("POST", PATH, this::register, Body.Kind.JSON));
  }

  private Response register(Request request) {
    return request.body() instanceof Body.OfJson json && json.tree().isObject()
        ? register(json.tree(), request)
        : refuse("invalid_client_metadata", "The body is not a JSON object.");
  }

  private Response register(JsonNode sent, Request request) {
    List<String> uris =
        sent.path("redirect_uris").valueStream().map(uri -> uri.asString("")).toList();
    boolean usable =
        !uris.isEmpty()
            && uris.stream()
                .allMatch(
                    uri -> RedirectUri.flawOf(uri).isEmpty() && new RedirectUri(uri).isLoopback());
    if (!usable) {
      return refuse(
          "invalid_redirect_uri",
          "Only programs on a person's computer can register: every redirect URI must be"
              + " http at 127.0.0.1, [::1] or localhost.");
    }
    String name = ClientDocuments.name(sent, "localhost");
    Optional<PublicClientId> id =
        registered.register(name, uris.stream().map(RedirectUri::new).toList());
    return id.map(given -> Response.json(201, answer(given, name, uris, request)))
        .orElseGet(() -> refuse("invalid_client_metadata", "The description is too long."));
  }

  private static ObjectNode answer(
      PublicClientId id, String name, List<String> uris, Request request) {
    ObjectNode json =
        Json.object()
            .put("client_id", id.text())
            .put("client_id_issued_at", request.moment().at().getEpochSecond())
            .put("client_name", name)
            .put("token_endpoint_auth_method", "none");
    uris.forEach(json.putArray("redirect_uris")::add);
    json.putArray("grant_types").add("authorization_code").add("refresh_token");
    json.putArray("response_types").add("code");
    return json;
  }

  private static Response refuse(String error, String description) {
    return new Refusal(400, error, description).json();
  }
}
