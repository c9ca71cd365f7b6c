package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.console.table.BulkAct;
import dev.latchkey.console.table.Table;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.storage.people.UserFilter;
import dev.latchkey.storage.people.UserLists;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TableRows;
import java.util.List;
import java.util.Optional;

/** The page Platform, People. It searches the people of all organizations. */
public final class PlatformPeoplePage implements PeopleTable {
  private final SectionGuard sectionGuard;
  private final UserLists lists;

  public PlatformPeoplePage(SectionGuard sectionGuard, UserLists lists) {
    this.sectionGuard = sectionGuard;
    this.lists = lists;
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(pageGuard.in(sectionGuard, Effect.READ, "", this::list));
  }

  @Override
  public SectionGuard.Handler guarded(PeopleHandler handler) {
    return request -> handler.answer(new Place(request, Optional.empty()));
  }

  @Override
  public Response refuse(Place at, String why) {
    return show(at.request(), at.request().page().withProblem(why), 400);
  }

  private Response list(SectionRequest request) {
    return show(request, BulkAct.notice(request), 200);
  }

  private Response show(SectionRequest request, Page page, int status) {
    TableQuery<UserLists.Column> query =
        TableQuery.of(sectionGuard.section().path(), request.query(), UserLists.Column.values());
    TableRows<UserLists.Listed> found =
        lists.find(
            new UserLists.Search(
                Optional.empty(), new SearchText(query.search()), UserFilter.NONE, query.page()));
    return page.show(
        status, TEMPLATES.directoryPlatformPeople(page, Table.searched(query, found, page)));
  }
}
