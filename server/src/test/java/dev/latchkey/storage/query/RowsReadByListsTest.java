package dev.latchkey.storage.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Postgres;
import dev.latchkey.model.AuditLimits;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Organization;
import dev.latchkey.model.TablePage;
import dev.latchkey.model.Team;
import dev.latchkey.model.User;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.credential.CredentialAccess;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.operation.Purge;
import dev.latchkey.storage.operation.StoreHealth;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.Teams;
import dev.latchkey.storage.people.UserLists;
import dev.latchkey.storage.people.Users;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * No list and no count of the pages reads a table or an index to its end, however they are sorted,
 * filtered and searched. PostgreSQL counts the rows and the entries of indexes that it reads.
 */
class RowsReadByListsTest {
  /** More than any list compares and counts together. */
  private static final int MANY = 70_000;

  private final Map<String, Runnable> lists = new LinkedHashMap<>();

  @Test
  void every_list_and_count_of_a_large_platform_reads_a_part_of_it() throws SQLException {
    String url = Postgres.databaseWithTables();
    try (Nodes nodes = Nodes.on(url)) {
      Team team = nodes.team();
      User user = nodes.member(User.Role.ORGANIZATION_ADMINISTRATOR, team);
      Credential.Personal app = nodes.app(user.id(), nodes.secret());
      var many = new ManyRows(nodes.thisNode, MANY);
      many.people(user.organization().value(), team.id().value());
      many.grants(app.clientId().value(), team.id().value());
      many.organizations();
      statistics(url, "ANALYZE");
      addUserLists(nodes, user, team);
      addOthers(nodes, user, app);

      long atFirst = rowsRead(nodes);
      nodes.thisNode.read(sql -> sql.one("SELECT COUNT(*) AS all_people FROM users", row -> true));
      assertThat(rowsRead(nodes) - atFirst).as("a whole table").isGreaterThan(MANY);
      var whole = new ArrayList<String>();
      for (var list : lists.entrySet()) {
        list.getValue().run();
        long before = rowsRead(nodes);
        list.getValue().run();
        long read = rowsRead(nodes) - before;

        if (read >= MANY) {
          whole.add(read + " rows by " + list.getKey());
        }
      }
      assertThat(whole).isEmpty();
    }
  }

  private void addUserLists(Nodes nodes, User user, Team team) {
    var users = new UserLists(nodes.thisNode);
    for (var where : new Id.Organization[] {null, user.organization()}) {
      Optional<Id.Organization> home = Optional.ofNullable(where);
      for (UserLists.Column column : UserLists.Column.values()) {
        var page = TablePage.first(column, 50);
        for (var each : new TablePage<?>[] {page, page.at(200)}) {
          for (String text : new String[] {"", "one two7", "two7", "one", "none"}) {
            var at = page.at(each.number());
            var search =
                new UserLists.Search(home, new SearchText(text), UserLists.Filter.NONE, at);
            lists.put("users " + search, () -> users.find(search));
          }
        }
      }
    }
    var filter = UserLists.Filter.NONE;
    for (User.Role role : User.Role.values()) {
      add(
          users,
          user,
          new UserLists.Filter(Optional.of(role), filter.state(), filter.team(), false));
    }
    for (ManagedUser.State state : ManagedUser.State.values()) {
      add(
          users,
          user,
          new UserLists.Filter(filter.role(), Optional.of(state), filter.team(), false));
    }
    add(users, user, UserLists.Filter.withoutFactor());
    Team small = nodes.team();
    nodes.member(User.Role.MEMBER, small);
    for (Team each : new Team[] {team, small}) {
      add(
          users,
          user,
          new UserLists.Filter(filter.role(), filter.state(), Optional.of(each.id()), false));
    }
    lists.put("without a factor", () -> users.withoutFactor(user.organization()));
  }

  private void add(UserLists users, User user, UserLists.Filter filter) {
    var search =
        new UserLists.Search(
            Optional.of(user.organization()),
            SearchText.NONE,
            filter,
            TablePage.first(UserLists.Column.NAME, 50));
    lists.put("users " + search, () -> users.find(search));
  }

  private void addOthers(Nodes nodes, User user, Credential.Personal app) {
    var organizations = new Organizations(nodes.thisNode, Limits.DEFAULT);
    for (Organizations.Column column : Organizations.Column.values()) {
      var page = TablePage.first(column, 50);
      for (String text : new String[] {"", "many 7", "none"}) {
        for (Organization.Kind kind : Organization.Kind.values()) {
          var search = new SearchText(text);
          lists.put(
              "organizations " + column + text + kind,
              () -> organizations.find(search, Optional.of(kind), page));
          lists.put("organizations " + column + text, () -> organizations.find(search, page));
        }
      }
    }
    var known = new Users(nodes.thisNode);
    for (Organization.Kind kind : Organization.Kind.values()) {
      lists.put("a choice of " + kind, () -> known.firstOrganizations(Optional.of(kind), 21));
    }
    var access = new CredentialAccess(nodes.thisNode);
    for (CredentialAccess.Column column : CredentialAccess.Column.values()) {
      for (String text : new String[] {"", "one two7", "two7", "one", "none"}) {
        var search =
            new CredentialAccess.Search(
                app.clientId(), new SearchText(text), TablePage.first(column, 50));
        lists.put("access " + search, () -> access.find(search, nodes.now("browser")));
      }
    }
    lists.put(
        "extent of access",
        () -> access.extent(app.clientId(), Optional.empty(), nodes.now("browser")));
    var credentials = new CredentialLists(nodes.thisNode);
    lists.put(
        "credentials",
        () ->
            credentials.of(
                user.organization(), CredentialLists.Search.first(50), nodes.now("browser")));
    lists.put("teams", () -> new Teams(nodes.thisNode).of(user.organization()));
    var health =
        new StoreHealth(
            nodes.thisNode, new Purge(nodes.thisNode, Limits.DEFAULT, () -> AuditLimits.DEFAULT));
    lists.put("health", () -> health.look(nodes.clock.instant()));
  }

  /**
   * What all connections have read. A connection says what it has read when it is told to, and one
   * after the other of a thread uses the same connection.
   */
  private static long rowsRead(Nodes nodes) {
    nodes.thisNode.read(sql -> sql.one("SELECT pg_stat_force_next_flush()", row -> true));
    return nodes.thisNode.read(sql ->
        sql.one(
                """
                SELECT (SELECT SUM(seq_tup_read) FROM pg_stat_user_tables)
                    + (SELECT SUM(idx_tup_read) FROM pg_stat_user_indexes) AS read
                """,
                row -> row.large("read"))
            .orElseThrow());
  }

  private static void statistics(String url, String statement) throws SQLException {
    try (Connection admin = DriverManager.getConnection(url);
        var done = admin.createStatement()) {
      done.execute(statement);
    }
  }
}
