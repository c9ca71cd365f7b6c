package dev.latchkey.api;

import dev.latchkey.api.view.Answers;
import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.RouteNotes;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import java.net.URI;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

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
    List<Answers.Route> routes = currentTable.get().routes().stream().map(RoutesApi::view).toList();
    return ApiAnswer.list("routes", routes, new Answers.Whole(routes.size()));
  }

  public static Answers.Route view(OpenRoute route) {
    Optional<RouteNotes.Deprecation> deprecation = route.notes().deprecation();
    return new Answers.Route(
        route.pattern().toString(),
        route.methods(),
        route.needs(),
        route.target() instanceof Target.BuiltIn,
        deprecation.map(each -> each.since().toString()),
        deprecation.flatMap(RouteNotes.Deprecation::sunset).map(LocalDate::toString),
        deprecation.flatMap(RouteNotes.Deprecation::link).map(URI::toString));
  }
}
