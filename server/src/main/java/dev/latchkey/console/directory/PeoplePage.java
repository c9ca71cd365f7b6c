package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.console.table.BulkAct;
import dev.latchkey.console.table.Table;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.console.table.ViewsPage;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.people.UserLists;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TableRows;
import java.util.List;
import java.util.Optional;

/** The page that lists the people of an organization. */
public final class PeoplePage implements PeopleTable {
  private static final Rights.Act SEE = Rights.Act.SEE_PEOPLE_OF_ORGANIZATION;

  private final SectionGuard sectionGuard;
  private final UserLists lists;
  private final ViewsPage views;

  public PeoplePage(SectionGuard sectionGuard, UserLists lists, ViewsPage views) {
    this.sectionGuard = sectionGuard;
    this.lists = lists;
    this.views = views;
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.in(
            sectionGuard, Effect.READ, "", sectionGuard.withOrganization(SEE, this::list)));
  }

  private Response list(OrganizationRequest at) {
    return views
        .opening(at.request(), sectionGuard.section())
        .orElseGet(() -> show(at, BulkAct.notice(at.request()), 200));
  }

  @Override
  public SectionGuard.Handler guarded(PeopleHandler handler) {
    return sectionGuard.withOrganization(
        Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION,
        at -> handler.answer(new Place(at.request(), Optional.of(at.organization()))));
  }

  @Override
  public Response refuse(Place at, String why) {
    var listed = new OrganizationRequest(at.request(), at.organization().orElseThrow());
    return show(listed, at.request().page().withProblem(why), 400);
  }

  private Response show(OrganizationRequest at, Page page, int status) {
    Organization organization = at.organization();
    SectionRequest request = at.request();
    var filter = PeopleFilter.of(sectionGuard.section().path(), organization, request.query());
    TableQuery<UserLists.Column> query = filter.query();
    TableRows<UserLists.Listed> found =
        lists.find(
            new UserLists.Search(
                Optional.of(organization.id()),
                new SearchText(query.search()),
                filter.filter(request.request().moment().at()),
                query.page()));
    return page.show(
        status,
        TEMPLATES.directoryPeople(
            page,
            sectionGuard.section(),
            organization,
            sectionGuard.choice(at, SEE),
            filter,
            new Table<>(query, found, filter.chips(page))
                .with(views.shown(request, sectionGuard.section(), query))));
  }
}
