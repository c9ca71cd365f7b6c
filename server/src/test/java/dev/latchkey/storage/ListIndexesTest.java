package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.OnBothStores;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditSearch;
import dev.latchkey.model.AuditSearch.Position;
import dev.latchkey.model.Id;
import dev.latchkey.model.TablePage;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every combination of the filters of the audit log, and every order of a list, is read from an
 * index in the order of the page. The plans of the databases say so: without a scan of the table,
 * and without sorting.
 */
class ListIndexesTest extends OnBothStores {
  private static final List<Set<AuditEvent>> EVENTS =
      List.of(
          Set.of(),
          Set.of(AuditEvent.SIGN_IN),
          Set.of(AuditEvent.SIGN_IN, AuditEvent.SIGN_OUT),
          Set.of(AuditEvent.TOKEN_REFRESH));

  private final Database database = latchkey.installation().database();

  @Test
  void every_combination_of_filters_is_read_from_an_index_in_order() {
    var place = new AuditRange.Place(Instant.EPOCH, 7);
    for (AuditSearch search : searches()) {
      var statement =
          AuditStatement.of(
              search,
              search.position() instanceof Position.Newest ? Optional.empty() : Optional.of(place));

      assertThat(plan(statement.withAll(AuditRecords.ENTRIES), statement.allValues(51)))
          .as(search.toString())
          .noneMatch(ListIndexesTest::isScanOrSort)
          .anyMatch(step -> indexOf(search).matcher(step).find());
      assertThat(
              plan(statement.withIndexed(AuditRecords.LAST_COMPARED), statement.indexedValues(51)))
          .as(search.toString())
          .noneMatch(ListIndexesTest::isScanOrSort)
          .anyMatch(step -> indexOf(search).matcher(step).find());
    }
  }

  /** What a search of one organization reads does not depend on the entries of others. */
  private static Pattern indexOf(AuditSearch search) {
    return Pattern.compile(
        search.organization().isPresent() ? " audit_\\w*organization\\b" : " audit_");
  }

  @Test
  void every_order_of_a_list_is_read_from_an_index_alone() {
    var organization = latchkey.organization().id();
    for (String credentials :
        List.of("", " AND c.type = 'PERSONAL'", " AND " + found("c.search_text"))) {
      for (CredentialLists.Column column : CredentialLists.Column.values()) {
        assertThat(
                keys(
                    new PagedQuery.Matching(
                        "c.client_id",
                        "FROM credentials c WHERE c.deleted_at IS NULL AND"
                            + " c.organization_id = '"
                            + organization.value()
                            + "'"
                            + credentials,
                        Map.of()),
                    column))
            .as(column + credentials)
            .noneMatch(ListIndexesTest::isScanOrSort)
            .anyMatch(ListIndexesTest::isIndexOnly);
      }
    }
    for (String users :
        List.of(
            "WHERE 1 = 1",
            "WHERE u.organization_id = '" + organization.value() + "'",
            "WHERE " + found("u.search_text"))) {
      for (UserLists.Column column : UserLists.Column.values()) {
        assertThat(
                keys(
                    new PagedQuery.Matching("u.user_id", "FROM users u " + users, Map.of()),
                    column))
            .as(column + users)
            .noneMatch(ListIndexesTest::isScanOrSort)
            .anyMatch(ListIndexesTest::isIndexOnly);
      }
    }
  }

  @Test
  void people_of_an_organization_are_found_in_indexes_that_begin_with_it() {
    var people =
        new StartSearch.People(
            database.dialect(), new SearchText("x"), Optional.of(new Id.Organization("org_1")));
    String query =
        people
            .query()
            .replace(":people", "50")
            .replaceAll(":(organization|first_text|after_text)", "'x'");

    assertThat(plan(query, new Object[0]))
        .noneMatch(step -> step.matches(".*(SCAN u|Seq Scan).*"))
        .filteredOn(step -> step.contains(" users_"))
        .hasSize(3)
        .allMatch(step -> step.contains("_in_organization"));
  }

  @Test
  void the_newest_child_tokens_are_read_from_an_index_in_order() {
    for (String whose : List.of("client_id", "user_id")) {
      String newest =
          ActiveChildTokens.NEWEST
              .replace("{whose}", whose + " = 'x'")
              .replaceAll(":(now|most)", "50");

      assertThat(plan(newest, new Object[0]))
          .as(whose)
          .noneMatch(ListIndexesTest::isScanOrSort)
          .anyMatch(step -> step.contains("child_tokens_of_"));
    }
  }

  private String found(String column) {
    return SearchText.place(database.dialect(), column, "'x'") + " > 0";
  }

  private List<String> keys(PagedQuery.Matching matching, SortColumn column) {
    String order = column.order().by(TablePage.Direction.DESC, matching.id());
    String keys = matching.keys(order).replaceAll(":(limit|offset)", "50");
    return plan(keys, new Object[0]);
  }

  private static List<AuditSearch> searches() {
    var searches = new ArrayList<AuditSearch>();
    for (int chosen = 0; chosen < 64; chosen++) {
      for (Set<AuditEvent> events : EVENTS) {
        for (Optional<Boolean> isDone :
            List.of(Optional.<Boolean>empty(), Optional.of(true), Optional.of(false))) {
          for (Position position :
              List.of(new Position.Newest(), new Position.After(7), new Position.Before(7))) {
            searches.add(search(chosen, events, isDone, position));
          }
        }
      }
    }
    return searches;
  }

  /** Each bit of {@code chosen} sets one filter. */
  private static AuditSearch search(
      int chosen, Set<AuditEvent> events, Optional<Boolean> isDone, Position position) {
    var period =
        new AuditSearch.Period(Optional.of(Instant.EPOCH), Optional.of(Instant.ofEpochSecond(9)));
    return new AuditSearch(
        Optional.of(new Id.Organization("org_1")).filter(id -> (chosen & 1) > 0),
        (chosen & 2) > 0 ? period : AuditSearch.Period.ALL,
        Optional.of(new Id.User("usr_1")).filter(id -> (chosen & 4) > 0),
        Optional.of(new Id.User("usr_2")).filter(id -> (chosen & 8) > 0),
        Optional.of(new Id.Client("cli_1")).filter(id -> (chosen & 32) > 0),
        events,
        isDone,
        Optional.of("192.0.2.1").filter(address -> (chosen & 16) > 0),
        position);
  }

  /**
   * The steps of a plan. PostgreSQL is not allowed to scan or to sort, because it would do both
   * with the few rows of a test. It does them anyway if there is no other way.
   */
  private List<String> plan(String statement, @Nullable Object[] values) {
    return database.read(sql ->
        switch (database.dialect()) {
          case SQLITE ->
              sql.all("EXPLAIN QUERY PLAN " + statement, row -> row.text("detail"), values);
          case POSTGRESQL -> postgresPlan(sql, statement, values);
        });
  }

  private static List<String> postgresPlan(Sql sql, String statement, @Nullable Object[] values)
      throws SQLException {
    List<String> avoided = List.of("enable_seqscan", "enable_sort", "enable_bitmapscan");
    set(sql, avoided, "off");
    try {
      return sql.all("EXPLAIN " + statement, row -> row.text("QUERY PLAN"), values);
    } finally {
      set(sql, avoided, "on");
    }
  }

  private static void set(Sql sql, List<String> names, String value) throws SQLException {
    for (String name : names) {
      sql.one("SELECT set_config(?, ?, false) AS done", row -> true, name, value);
    }
  }

  private static boolean isScanOrSort(String step) {
    return step.matches(
            ".*(SCAN [auct]\\b|TEMP B-TREE|Seq Scan on"
                + " (audit|users|credentials|child_tokens)|Sort).*")
        && !step.contains("USING INDEX")
        && !step.contains("USING COVERING INDEX");
  }

  private static boolean isIndexOnly(String step) {
    return step.contains("USING COVERING INDEX") || step.contains("Index Only Scan");
  }
}
