package dev.latchkey.console.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiQuery;
import dev.latchkey.api.Operation;
import dev.latchkey.api.view.GrantView;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.people.EndAccess;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.people.AccessRemoval;
import dev.latchkey.storage.query.TablePage;
import java.util.List;
import java.util.Optional;

/** The calls of the management API about the access that people have given to apps. */
public record GrantsApi(PersonApiGuard people, ActiveGrants grants, EndAccess endAccess) {

  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_GRANTS, request -> people.toSee(request, this::list)),
        guard.route(Operation.END_GRANT, request -> people.toSee(request, this::end)));
  }

  private Response list(PersonApiGuard.At at) {
    ApiQuery query = at.request().query();
    TablePage<ActiveGrants.Column> page = query.page(ActiveGrants.Column.class);
    var search = new ActiveGrants.Search(query.text(), page);
    Id.User user = at.person().user().id();
    return query.answer(() ->
        ApiAnswer.list(
            "grants", page, grants.find(user, search, at.request().moment()), GrantView::of));
  }

  /** A grant that has ended before is answered in the same way. */
  private Response end(PersonApiGuard.At at) {
    Optional<Id.Grant> grant = Id.GRANT.parse(at.request().segment("grant_id"));
    if (grant.isEmpty()) {
      return ApiAnswer.notFound();
    }
    var app = new AccessRemoval.What.App(grant.get());
    return PersonAccessApi.answer(endAccess.by(at.request().actor(), at.id(), app));
  }
}
