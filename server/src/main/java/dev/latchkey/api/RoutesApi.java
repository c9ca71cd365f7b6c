package dev.latchkey.api;

import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Scopes;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** The call of the management API that lists the calls of the open interface and their scopes. */
public final class RoutesApi {
  private final Supplier<RouteTable> currentTable;

  public RoutesApi(Supplier<RouteTable> currentTable) {
    this.currentTable = currentTable;
  }

  public List<Route> routes(ApiGuard guard) {
    return List.of(guard.route(Operation.LIST_ROUTES, this::list));
  }

  /** Every signed-in person may read the same in the API reference, so no right is needed. */
  private Response list(ApiRequest request) {
    var json = Json.object();
    var array = json.putArray("routes");
    List<OpenRoute> routes = currentTable.get().routes();
    routes.forEach(route -> array.add(json(route)));
    return Response.json(200, json.put("total", routes.size()));
  }

  private static ObjectNode json(OpenRoute route) {
    ObjectNode json =
        Json.object()
            .put("path", route.pattern().toString())
            .put("scope", route.needs().joined(Scopes.Separator.COMMA))
            .put("is_built_in", route.target() instanceof Target.BuiltIn);
    var methods = json.putArray("methods");
    route.methods().forEach(methods::add);
    var scopes = json.putArray("scopes");
    route.needs().names().forEach(scopes::add);
    return json;
  }
}
