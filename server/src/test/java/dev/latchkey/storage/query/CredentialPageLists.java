package dev.latchkey.storage.query;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.credential.CredentialAccess;
import dev.latchkey.storage.credential.CredentialConcern;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.grants.ActiveChildTokens;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.issued.IssuedTokens;
import dev.latchkey.storage.issued.TokenSelection;
import dev.latchkey.storage.people.Administrators;
import dev.latchkey.storage.publicclient.PublicClientReview;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Those of {@link PageLists} that show credentials, their tokens and the access to them. */
final class CredentialPageLists {
  private final Stores stores;
  private final PageLists.Whose whose;
  private final RequestMoment now;
  private final Map<String, Runnable> lists;
  private final Id.Organization home;

  CredentialPageLists(
      Stores stores, PageLists.Whose whose, RequestMoment now, Map<String, Runnable> lists) {
    this.stores = stores;
    this.whose = whose;
    this.now = now;
    this.lists = lists;
    this.home = whose.user().organization();
  }

  void add() {
    addCredentials();
    addAccess();
    addOfUser();
    addTokens();
    addApprovals();
  }

  private void addApprovals() {
    PublicClientReview review = stores.credentials().publicClientReview();
    var organization = new Organization(home, "", Organization.Kind.MULTI_TEAM);
    var single = new Organization(home, "", Organization.Kind.SINGLE_TEAM);
    Administrators administrators = stores.users().administrators();
    add("apps that wait", () -> review.waiting(home));
    add("approvals", () -> review.list(home));
    add(
        "a credential as a table shows it",
        () -> stores.credentials().lists().find(whose.app().clientId(), now.at()));
    add("own requests", () -> stores.credentials().clientRequests().ofPerson(whose.user()));
    add("administrators", () -> administrators.of(organization));
    add("administrators of the team", () -> administrators.of(single));
  }

  /**
   * The filters are read of an organization with few credentials: they compare each credential of
   * an organization (docs/decisions/0057).
   */
  private void addCredentials() {
    CredentialLists credentials = stores.credentials().lists();
    Id.Organization other = whose.elsewhere().user().organization();
    for (CredentialLists.Column column : CredentialLists.Column.values()) {
      for (String text : List.of("", "many 77", "none", "cli_7")) {
        var page = TablePage.first(column, PageLists.SIZE);
        addCredentials(home, CredentialLists.Search.of(new SearchText(text), page));
      }
      var all = CredentialLists.Search.by(column, PageLists.SIZE);
      for (var type : CredentialLists.Search.Type.values()) {
        addCredentials(home, with(all, Optional.of(type), Optional.empty(), Optional.empty()));
      }
      for (var state : CredentialLists.Search.State.values()) {
        addCredentials(other, with(all, Optional.empty(), Optional.of(state), Optional.empty()));
      }
      for (var concern : CredentialConcern.values()) {
        addCredentials(other, with(all, Optional.empty(), Optional.empty(), Optional.of(concern)));
      }
      addCredentials(home, ofOwner(all));
    }
    for (var concern : CredentialConcern.values()) {
      add("credentials with " + concern, () -> credentials.count(home, concern, now.at()));
      add("own with " + concern, () -> credentials.count(whose.user().id(), concern, now.at()));
    }
  }

  private static CredentialLists.Search with(
      CredentialLists.Search all,
      Optional<CredentialLists.Search.Type> type,
      Optional<CredentialLists.Search.State> state,
      Optional<CredentialConcern> concern) {
    return new CredentialLists.Search(all.text(), type, state, concern, all.owner(), all.page());
  }

  private CredentialLists.Search ofOwner(CredentialLists.Search all) {
    var owner = Optional.of(whose.user().id());
    return new CredentialLists.Search(
        all.text(), all.type(), all.state(), all.concern(), owner, all.page());
  }

  private void addCredentials(Id.Organization where, CredentialLists.Search search) {
    CredentialLists credentials = stores.credentials().lists();
    add("credentials " + search, () -> credentials.of(where, search, now));
    add("own credentials " + search, () -> credentials.ownedBy(whose.user().id(), search, now));
  }

  private void addAccess() {
    CredentialAccess access = stores.credentials().access();
    Id.Client app = whose.app().clientId();
    for (CredentialAccess.Column column : CredentialAccess.Column.values()) {
      for (String text : PageLists.PEOPLE) {
        var page = TablePage.first(column, PageLists.SIZE);
        var search = new CredentialAccess.Search(app, new SearchText(text), page);
        add("access " + search, () -> access.find(search, now));
      }
    }
    add("extent of access", () -> access.extent(app, Optional.empty(), now));
    add("extent of one", () -> access.extent(app, Optional.of(whose.user().id()), now));
    for (Credential each : List.of(whose.app(), whose.machine())) {
      add(
          "tokens of " + each.name(),
          () -> stores.credentials().credentials().outstanding(each, now));
    }
    add("secrets", () -> stores.credentials().secrets().of(app));
    add("offers", () -> stores.credentials().offers().to(whose.user().id(), now));
    add("public clients", () -> stores.credentials().publicClientReview().list(home));
  }

  private void addOfUser() {
    for (ActiveGrants.Column column : ActiveGrants.Column.values()) {
      for (String text : List.of("", "app", "none", "cli_7")) {
        var search =
            new ActiveGrants.Search(new SearchText(text), TablePage.first(column, PageLists.SIZE));
        add(
            "grants " + search,
            () -> stores.grants().activeGrants().find(whose.user().id(), search, now));
      }
    }
    add("sessions", () -> stores.signIn().account().sessions(whose.user().id(), now));
  }

  private void addTokens() {
    for (OrganizationTokens.Column column : OrganizationTokens.Column.values()) {
      for (String text : List.of("", "one", "none")) {
        var page = TablePage.first(column, PageLists.SIZE);
        var search = new OrganizationTokens.Search(new SearchText(text), page);
        add(
            "tokens " + search,
            () -> stores.credentials().tokens().find(whose.machine().clientId(), search, now));
      }
    }
    for (var of :
        List.of(
            new ActiveChildTokens.Whose.OfCredential(whose.machine()),
            new ActiveChildTokens.Whose.OfCredential(whose.app()),
            new ActiveChildTokens.Whose.OfPerson(whose.user().id()))) {
      add("child tokens " + of, () -> stores.credentials().childTokens().of(of, now));
    }
    IssuedTokens issued = stores.grants().issuedTokens();
    for (var of :
        List.of(
            new TokenSelection.Whose.Everyone(),
            new TokenSelection.Whose.OfOrganization(whose.elsewhere().user().organization()),
            new TokenSelection.Whose.OfCredential(whose.app()),
            new TokenSelection.Whose.OfCredential(whose.machine()),
            new TokenSelection.Whose.OfPerson(whose.user().id()))) {
      var which = TokenSelection.of(of);
      add(
          "issued " + of,
          () -> issued.find(which, IssuedTokens.Position.NEWEST, PageLists.SIZE, now));
      add("count of issued " + of, () -> issued.count(which, now));
    }
  }

  private void add(String name, Runnable list) {
    lists.put(name, list);
  }
}
