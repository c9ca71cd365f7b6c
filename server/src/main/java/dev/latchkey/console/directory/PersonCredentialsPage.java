package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.table.Table;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TableRows;
import java.util.List;

/**
 * The tab with the personal credentials that a person owns. They are managed on their own pages.
 */
public final class PersonCredentialsPage {
  private static final PersonTab TAB = PersonTab.CREDENTIALS;

  private final PersonPageGuard guard;
  private final CredentialLists lists;

  public PersonCredentialsPage(PersonPageGuard guard, CredentialLists lists) {
    this.guard = guard;
    this.lists = lists;
  }

  public List<Route> routes(PageGuard pageGuard) {
    var section = guard.sectionGuard();
    String here = "/{user_id}" + TAB.path();
    return List.of(pageGuard.in(section, Effect.READ, here, guard.toSee(TAB, this::list)));
  }

  private Response list(PersonRequest at) {
    TableQuery<CredentialLists.Column> query =
        TableQuery.of(TAB.href(at), at.request().query(), CredentialLists.Column.values());
    var search = CredentialLists.Search.of(new SearchText(query.search()), query.page());
    TableRows<CredentialLists.Listed> found =
        lists.ownedBy(at.person().user().id(), search, at.moment());
    Page page = at.page();
    var table = Table.searched(query, found, page);
    return page.show(200, TEMPLATES.directoryPersonCredentials(page, TAB.frame(at), table));
  }
}
