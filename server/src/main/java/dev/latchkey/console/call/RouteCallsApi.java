package dev.latchkey.console.call;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiQuery;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.view.Answers;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.call.RouteCalls;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The call of the management API that says who calls which row of the route table. */
public record RouteCallsApi(OrganizationGuard organizations, RouteCalls calls) {
  public List<Route> routes(ApiGuard guard) {
    return List.of(guard.route(Operation.LIST_ROUTE_CALLS, this::list));
  }

  private Response list(ApiRequest request) {
    return organizations
        .refusePlatform(request.actor(), Rights.Act.SEE_ORGANIZATIONS)
        .map(ApiAnswer::refused)
        .orElseGet(() -> list(request.query()));
  }

  private Response list(ApiQuery query) {
    Instant from = query.time("from").orElse(Instant.EPOCH);
    Optional<String> path = query.value("path");
    String method = query.value("method").orElse("GET");
    return query.answer(() -> {
      List<RouteCalls.View> found =
          path.map(pattern -> calls.of(method, pattern, from)).orElseGet(() -> calls.ofAll(from));
      return ApiAnswer.list("route_calls", found, new Answers.Whole(found.size()));
    });
  }
}
