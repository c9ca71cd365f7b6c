package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.table.BulkAct;
import dev.latchkey.console.table.Selection;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.SecretHash;
import dev.latchkey.people.EndAccess;
import dev.latchkey.storage.people.AccessRemoval;
import dev.latchkey.storage.people.UserAccount;
import gg.jte.models.runtime.JteModel;
import java.util.List;

/** The tab with the sessions of a person. An administrator can end them. */
public final class PersonSessionsPage
    extends PersonEndingPage<SecretHash, UserAccount.OpenSession> {
  private static final PersonTab TAB = PersonTab.SESSIONS;

  private final UserAccount account;

  public PersonSessionsPage(PersonPageGuard guard, UserAccount account, EndAccess endAccess) {
    super(guard, TAB, BulkAct.END_SESSIONS, endAccess);
    this.account = account;
  }

  @Override
  Response list(PersonRequest at, Page page, int status) {
    return page.show(status, TEMPLATES.directoryPersonSessions(page, TAB.frame(at), sessions(at)));
  }

  private List<UserAccount.OpenSession> sessions(PersonRequest at) {
    return account.sessions(at.person().user().id(), at.moment());
  }

  @Override
  Selection<SecretHash> chosen(Form form) {
    return Selection.of(form, "session", SecretHash::parse);
  }

  @Override
  List<UserAccount.OpenSession> find(PersonRequest at, List<SecretHash> chosen) {
    return sessions(at).stream().filter(session -> chosen.contains(session.hash())).toList();
  }

  @Override
  SecretHash id(UserAccount.OpenSession row) {
    return row.hash();
  }

  @Override
  String name(UserAccount.OpenSession row) {
    return row.address();
  }

  @Override
  JteModel question(Page page, Ending<UserAccount.OpenSession> ending) {
    return TEMPLATES.directoryPersonSessionsEnd(page, ending);
  }

  @Override
  AccessRemoval.What what(SecretHash row) {
    return new AccessRemoval.What.Session(row);
  }
}
