package dev.latchkey.edge.health;

import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The routes with which a proxy or a service manager watches this process. */
public record HealthEndpoint(Readiness readiness) {
  public List<Route> routes() {
    return List.of(
        Route.probe("/health/live", request -> answer(200, "live")).immediate(),
        Route.probe("/health/ready", this::ready));
  }

  private Response ready(Request request) {
    NodeState state = readiness.now();
    return answer(state == NodeState.READY ? 200 : 503, state.inSmallLetters());
  }

  private static Response answer(int status, String state) {
    return Response.json(
        status, ("{\"status\":\"" + state + "\"}").getBytes(StandardCharsets.UTF_8));
  }
}
