package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The public keys with which a service behind the gateway verifies assertions (RFC 7517). */
public record KeySetEndpoint(Keyring keyring) {
  /**
   * Five minutes. That is far shorter than the time for which a key is published before it signs.
   */
  private static final String CACHEABLE = "public, max-age=300";

  public List<Route> routes() {
    return List.of(Route.open("GET", "/oauth2/jwks", this::keys));
  }

  private Response keys(Request request) {
    String set = keyring.published().toString();
    return Response.json(200, set.getBytes(StandardCharsets.UTF_8))
        .with("Cache-Control", CACHEABLE);
  }
}
