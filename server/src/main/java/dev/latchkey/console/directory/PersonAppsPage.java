package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.table.BulkAct;
import dev.latchkey.console.table.Selection;
import dev.latchkey.console.table.Table;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.people.EndAccess;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.people.AccessRemoval;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TableRows;
import gg.jte.models.runtime.JteModel;
import java.util.List;

/** The tab with the apps that a person has given access. An administrator can end the access. */
public final class PersonAppsPage extends PersonEndingPage<Id.Grant, ActiveGrants.Grant> {
  private static final PersonTab TAB = PersonTab.APPS;

  private final ActiveGrants grants;
  private final Catalogue catalogue;

  public PersonAppsPage(
      PersonPageGuard guard, ActiveGrants grants, EndAccess endAccess, Catalogue catalogue) {
    super(guard, TAB, BulkAct.END_ACCESS_OF_APPS, endAccess);
    this.grants = grants;
    this.catalogue = catalogue;
  }

  @Override
  Response list(PersonRequest at, Page page, int status) {
    TableQuery<ActiveGrants.Column> query =
        TableQuery.of(TAB.href(at), at.request().query(), ActiveGrants.Column.values());
    var search = new ActiveGrants.Search(new SearchText(query.search()), query.page());
    TableRows<ActiveGrants.Grant> found = grants.find(at.person().user().id(), search, at.moment());
    var table = Table.searched(query, found, page);
    return page.show(status, TEMPLATES.directoryPersonApps(page, TAB.frame(at), table, catalogue));
  }

  @Override
  Selection<Id.Grant> chosen(Form form) {
    return Selection.of(form, "grant", Id.GRANT::parse);
  }

  @Override
  List<ActiveGrants.Grant> find(PersonRequest at, List<Id.Grant> chosen) {
    return grants.chosen(chosen, at.person().user().id(), at.moment());
  }

  @Override
  Id.Grant id(ActiveGrants.Grant row) {
    return row.id();
  }

  @Override
  String name(ActiveGrants.Grant row) {
    return row.app();
  }

  @Override
  JteModel question(Page page, Ending<ActiveGrants.Grant> ending) {
    return TEMPLATES.directoryPersonAppsEnd(page, ending);
  }

  @Override
  AccessRemoval.What what(Id.Grant row) {
    return new AccessRemoval.What.App(row);
  }
}
