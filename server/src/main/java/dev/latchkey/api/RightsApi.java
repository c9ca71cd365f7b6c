package dev.latchkey.api;

import dev.latchkey.api.view.RightView;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import java.util.List;

/** The call of the management API that lists which role may do what. */
public final class RightsApi {
  public List<Route> routes(ApiGuard guard) {
    return List.of(guard.route(Operation.LIST_RIGHTS, RightsApi::list));
  }

  /** Every signed-in person may read the same on a page, so no right is needed. */
  private static Response list(ApiRequest request) {
    return ApiAnswer.list("rights", RightView.all(), RightView.count());
  }
}
