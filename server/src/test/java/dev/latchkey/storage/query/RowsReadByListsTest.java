package dev.latchkey.storage.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.database.Database;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * No list and no count of the pages reads a table or an index to its end, however they are sorted,
 * filtered and searched. PostgreSQL counts the rows and the entries of indexes that it reads, and
 * SQLite the instructions that it runs.
 */
class RowsReadByListsTest {
  @ParameterizedTest
  @EachStore
  void every_list_and_count_of_a_large_platform_reads_a_part_of_it(Store store) {
    try (Nodes nodes = Nodes.open(store)) {
      PageLists.Whose whose = fill(nodes, people(store));
      switch (store) {
        case SQLITE -> {
          try (var counted = CountedInstructions.of(nodes.thisNode)) {
            assertThatNoneReadsAll(
                PageLists.of(nodes, counted, whose), counted, counted::instructions);
          }
        }
        case POSTGRESQL -> {
          analyze(nodes);
          assertThatNoneReadsAll(
              PageLists.of(nodes, nodes.thisNode, whose), nodes.thisNode, () -> rowsRead(nodes));
        }
      }
    }
  }

  /**
   * So many that any list compares and counts less. The cheapest scan has three instructions a row,
   * and a list may have thirty.
   */
  private static int people(Store store) {
    return switch (store) {
      case SQLITE -> 150_000;
      case POSTGRESQL -> 70_000;
    };
  }

  /** Each list reads less than the cheapest statement that reads all people. */
  private static void assertThatNoneReadsAll(
      Map<String, Runnable> lists, Database database, LongSupplier read) {
    long all =
        readBy(
            () ->
                database.read(sql ->
                    sql.one("SELECT COUNT(*) AS none FROM users WHERE passkeys < 0", row -> true)),
            read);
    var whole = new ArrayList<String>();
    lists.forEach((name, list) -> {
      long some = readBy(list, read);
      if (some >= all) {
        whole.add(some + " of " + all + " by " + name);
      }
    });
    assertThat(whole).isEmpty();
  }

  private static long readBy(Runnable list, LongSupplier read) {
    long before = read.getAsLong();
    list.run();
    return read.getAsLong() - before;
  }

  private static PageLists.Whose fill(Nodes nodes, int rows) {
    Team team = nodes.team();
    User user = nodes.member(User.Role.ORGANIZATION_ADMINISTRATOR, team);
    Credential.Personal app = nodes.app(user.id(), nodes.secret());
    Credential.Organizational machine = nodes.machine(user.id(), nodes.token());
    Team small = nodes.team();
    nodes.member(User.Role.MEMBER, small);
    String home = user.organization().value();
    var many = new ManyRows(nodes.thisNode, rows);
    many.people(home, team.id().value());
    many.grants(app.clientId().value(), team.id().value());
    many.views(home);
    many.organizations();
    many.credentials(home);
    many.tokens();
    many.childTokens(machine.clientId().value());
    many.calls();
    many.sessions();
    many.audit(home);
    return new PageLists.Whose(user, team, small, app, machine, nodes.elsewhere());
  }

  private static void analyze(Nodes nodes) {
    nodes.thisNode.changeSchema(sql -> {
      sql.script("ANALYZE");
      return true;
    });
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
}
