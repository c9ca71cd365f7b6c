package dev.latchkey.api;

import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** The description of the management API (OpenAPI 3.1). It is the same on every installation. */
public final class ApiDescription {
  public static final String PATH = Operation.BASE + "/openapi.json";

  private final byte[] document = read();

  public List<Route> routes() {
    return List.of(Route.open("GET", PATH, request -> Response.json(200, document)));
  }

  private static byte[] read() {
    try (InputStream file = ApiDescription.class.getResourceAsStream("/api.json")) {
      return Optional.ofNullable(file).orElseThrow().readAllBytes();
    } catch (IOException unreadable) {
      throw new IllegalStateException(
          "the description of the management API is unreadable", unreadable);
    }
  }
}
