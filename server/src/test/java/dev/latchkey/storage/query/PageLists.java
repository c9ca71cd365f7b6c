package dev.latchkey.storage.query;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limit;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Rules;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.event.Delivery;
import dev.latchkey.model.person.DirectoryView;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.operation.Backlog;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.UserFilter;
import dev.latchkey.storage.people.UserLists;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What pages and programs read of many rows: each list, search and count, with a name. */
final class PageLists {
  static final int SIZE = 50;

  /** What people are searched for. */
  static final List<String> PEOPLE = List.of("", "one two7", "two7", "one", "none");

  private static final Limits LIMITS = new Limits(Map.of(Limit.CHILD_TOKENS, 10));

  /** Whose lists are read. */
  record Whose(
      User user,
      Team large,
      Team small,
      Credential.Personal app,
      Credential.Organizational machine,
      Nodes.Elsewhere elsewhere) {}

  private final Map<String, Runnable> lists = new LinkedHashMap<>();
  private final Database database;
  private final Stores stores;
  private final Whose whose;
  private final RequestMoment now;
  private final Id.Organization home;

  private PageLists(Nodes nodes, Database database, Whose whose) {
    this.database = database;
    this.stores =
        Stores.on(database, LIMITS, () -> Rules.DEFAULT, () -> AuditLimits.DEFAULT, nodes.clock);
    this.whose = whose;
    this.now = nodes.now("browser");
    this.home = whose.user.organization();
  }

  static Map<String, Runnable> of(Nodes nodes, Database database, Whose whose) {
    var all = new PageLists(nodes, database, whose);
    all.addUsers();
    all.addOrganizations();
    all.addAudit();
    all.addFigures();
    new CredentialPageLists(all.stores, whose, all.now, all.lists).add();
    return all.lists;
  }

  private void addUsers() {
    for (var where : List.of(Optional.<Id.Organization>empty(), Optional.of(home))) {
      for (UserLists.Column column : UserLists.Column.values()) {
        for (String text : PEOPLE) {
          addUsers(where, text, UserFilter.NONE, TablePage.first(column, SIZE));
          addUsers(where, text, UserFilter.NONE, TablePage.first(column, SIZE).at(200));
        }
      }
    }
    for (User.Role role : User.Role.values()) {
      addFiltered(Optional.of(role), Optional.empty(), Optional.empty());
    }
    for (ManagedUser.State state : ManagedUser.State.values()) {
      addFiltered(Optional.empty(), Optional.of(state), Optional.empty());
      addFiltered(Optional.empty(), Optional.of(state), Optional.of(whose.small.id()));
    }
    addFiltered(Optional.empty(), Optional.empty(), Optional.of(whose.large.id()));
    addFiltered(Optional.empty(), Optional.empty(), Optional.of(whose.small.id()));
    addFiltered(
        new UserFilter(
            Optional.empty(), Optional.empty(), Optional.empty(), true, Optional.empty()));
    var idle = Optional.of(now.at().minus(Duration.ofDays(90)));
    var none = UserFilter.NONE;
    addFiltered(new UserFilter(none.role(), none.state(), none.team(), false, idle));
    addFiltered(new UserFilter(none.role(), none.state(), none.team(), true, idle));
    var users = stores.users();
    add("users without a factor", () -> users.lists().withoutFactor(home));
    add("access of a user", () -> users.access().of(whose.user.id(), now));
    add("views of a list", () -> users.savedViews().of(whose.user, "PEOPLE"));
    add("the first view", () -> users.savedViews().first(whose.user, "PEOPLE"));
    add("teams", () -> users.teams().of(home));
    add("a team", () -> users.teams().find(whose.large.id()));
    var view = new DirectoryView.TeamsOf(home, whose.user.id());
    add("teams for a token", () -> users.readable().teams(view, "", SIZE));
    add("members for a token", () -> users.readable().members(whose.large.id(), "usr_5", SIZE));
  }

  private void addFiltered(
      Optional<User.Role> role, Optional<ManagedUser.State> state, Optional<Id.Team> team) {
    addFiltered(new UserFilter(role, state, team, false, Optional.empty()));
  }

  private void addFiltered(UserFilter filter) {
    for (UserLists.Column column : UserLists.Column.values()) {
      for (String text : List.of("", "one")) {
        addUsers(Optional.of(home), text, filter, TablePage.first(column, SIZE));
      }
    }
  }

  private void addUsers(
      Optional<Id.Organization> where,
      String text,
      UserFilter filter,
      TablePage<UserLists.Column> page) {
    var search = new UserLists.Search(where, new SearchText(text), filter, page);
    add("users " + search, () -> stores.users().lists().find(search));
  }

  private void addOrganizations() {
    Organizations organizations = stores.users().organizations();
    for (Organizations.Column column : Organizations.Column.values()) {
      var page = TablePage.first(column, SIZE);
      for (String text : List.of("", "many 7", "none")) {
        var search = new SearchText(text);
        add("organizations " + column + text, () -> organizations.find(search, page));
        for (Organization.Kind kind : Organization.Kind.values()) {
          add(
              "organizations " + column + text + kind,
              () -> organizations.find(search, Optional.of(kind), page));
        }
      }
    }
    for (Organization.Kind kind : Organization.Kind.values()) {
      add(
          "a choice of " + kind,
          () -> stores.users().directory().firstOrganizations(Optional.of(kind), 21));
    }
    add("an organization", () -> organizations.find(home));
    var administrators = stores.users().directory().administrators();
    for (var kind : Organization.Kind.values()) {
      var where = new Organization(home, "Home", kind);
      add("administrators " + kind, () -> administrators.of(where));
    }
    add("super administrators", administrators::ofPlatform);
  }

  private void addAudit() {
    var records = stores.operation().auditRecords();
    add("newest entries", () -> records.newest(SIZE));
    add("beginnings", () -> records.beginnings(home, SIZE));
    for (var where : List.of(Optional.<Id.Organization>empty(), Optional.of(home))) {
      for (var isDone : List.of(Optional.<Boolean>empty(), Optional.of(true), Optional.of(false))) {
        for (var event : List.of(AuditEvent.SIGN_IN, AuditEvent.TOKEN_REFRESH)) {
          for (var position :
              List.of(new AuditSearch.Position.Newest(), new AuditSearch.Position.Before(1))) {
            addAudit(where, isDone, Set.of(), position, Optional.empty());
            addAudit(where, isDone, Set.of(event), position, Optional.empty());
            addAudit(where, isDone, Set.of(event), position, Optional.of(whose.user.id()));
          }
        }
      }
    }
  }

  private void addAudit(
      Optional<Id.Organization> where,
      Optional<Boolean> isDone,
      Set<AuditEvent> events,
      AuditSearch.Position position,
      Optional<Id.User> about) {
    var search =
        new AuditSearch(
            where,
            AuditSearch.Period.ALL,
            Optional.empty(),
            about,
            Optional.empty(),
            events,
            isDone,
            Optional.empty(),
            Optional.empty(),
            position);
    add(search.toString(), () -> stores.operation().auditRecords().page(search, SIZE));
  }

  private void addFigures() {
    var operation = stores.operation();
    Id.Client app = whose.app.clientId();
    List<Id.Client> clients = List.of(app, whose.machine.clientId());
    add("calls of an organization", () -> operation.dailyCalls().of(home, now.at()));
    add("calls of routes", () -> operation.calls().routes().ofAll(now.at()));
    add("calls of a route", () -> operation.calls().routes().of("GET", "/a", now.at()));
    add("all calls", () -> operation.dailyCalls().everywhere(now.at()));
    add("refused calls", () -> operation.dailyCalls().refused(app, now.at()));
    add("last uses", () -> operation.usage().lastUses(clients));
    add("calls per day", () -> operation.usage().callsPerDay(clients, now.at()));
    add("scopes used", () -> operation.usage().scopesUsed(app, now.at()));
    add("webhooks", () -> operation.webhooks().of(Optional.of(home)));
    add("webhooks of the platform", () -> operation.webhooks().of(Optional.empty()));
    Id.Webhook webhook = new Id.Webhook("hook_none");
    add("deliveries", () -> operation.deliveryLog().log(webhook, Optional.empty(), 100, 50));
    var waiting = Optional.of(Delivery.State.WAITING);
    add("waiting deliveries", () -> operation.deliveryLog().log(webhook, waiting, 100, 50));
    add("webhooks with something to send", () -> operation.deliveries().due("", now.at()));
    add("what waits", () -> Backlog.of(database));
    add("health", () -> operation.health().look(now.at()));
    add("expired rows", () -> operation.health().expiredRows(now.at()));
  }

  private void add(String name, Runnable list) {
    lists.put(name, list);
  }
}
