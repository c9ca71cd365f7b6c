package dev.latchkey.storage.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.Id;
import dev.latchkey.storage.PlannedStatements;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.people.UserLists;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Every order of a list is read from an index, without a scan of the table, and without sorting.
 */
class ListIndexesTest extends PlannedStatements {
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
            .noneMatch(PlannedStatements::isScanOrSort)
            .anyMatch(PlannedStatements::isIndexOnly);
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
            .noneMatch(PlannedStatements::isScanOrSort)
            .anyMatch(PlannedStatements::isIndexOnly);
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

  private String found(String column) {
    return SearchText.place(database.dialect(), column, "'x'") + " > 0";
  }

  private List<String> keys(PagedQuery.Matching matching, SortColumn column) {
    String order = column.order().by(TablePage.Direction.DESC, matching.id());
    String keys = matching.keys(order, 0).replaceAll(":(limit|offset)", "50");
    return plan(keys, new Object[0]);
  }
}
