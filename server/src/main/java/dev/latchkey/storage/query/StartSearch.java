package dev.latchkey.storage.query;

import dev.latchkey.model.Id;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a large table is searched: for values that begin with the text, which an index finds. In a
 * smaller table every row is compared, and the text may be anywhere in a value.
 */
public final class StartSearch {
  /** A table with more rows is searched by the start of values. */
  public static final int MAX_COMPARED = 20_000;

  /** How many people are found by each kind of value. */
  private static final int MAX_PEOPLE = 500;

  /** How many rows are found that have only one value. */
  public static final int MAX_ROWS = 3 * MAX_PEOPLE;

  /** Follows every text in the order of bytes. */
  private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

  /** The values of a person, as the indexes have them. */
  private static final List<String> OF_PERSON =
      List.of("u.search_text", "substr(u.search_text, {place}(u.search_text, ' ') + 1)", "u.email");

  /** People of one organization are found by an index that begins with it. */
  private static final String STARTED =
      """
      SELECT u.user_id
      FROM users u
      WHERE {whose}
        AND {value}{bytewise} >= :first_text
        AND {value}{bytewise} < :after_text
      ORDER BY {value}{bytewise}
      """;

  private static final String PEOPLE =
      """
      SELECT user_id
      FROM ({started}
          LIMIT :people) found
      """;

  private StartSearch() {}

  /** {@code rows}: which rows the table has without the search, from FROM to the end of WHERE. */
  public static boolean isNeeded(Sql sql, String rows, Map<String, ?> values, int maxCompared)
      throws SQLException {
    var all = Values.copyOf(values).and("compared", maxCompared);
    return sql.exists("SELECT 1 " + rows + " LIMIT 1 OFFSET :compared", all);
  }

  /** What the condition below names. */
  public static Map<String, String> values(SearchText text) {
    return Map.of("first_text", text.folded(), "after_text", text.folded() + LAST);
  }

  /** Whether a column begins with the text. */
  public static String condition(Database.Dialect dialect, String column) {
    return dialect.translate(
        "{value}{bytewise} >= :first_text AND {value}{bytewise} < :after_text"
            .replace("{value}", column));
  }

  /**
   * The rows of a table for each candidate, from FROM to the end of WHERE. Each is looked up:
   * PostgreSQL might otherwise read the whole table and compare it with the list.
   *
   * @param candidates the query for the candidates, which are named {@code s}
   * @param table as {@code users u}
   * @param condition on the candidate and the row
   */
  public static String each(
      Database.Dialect dialect, String candidates, String table, String condition) {
    String from = "FROM (" + candidates + ") s\n";
    String where = "\nWHERE " + condition;
    return switch (dialect) {
      case SQLITE -> from + "CROSS JOIN " + table + where;
      case POSTGRESQL -> {
        String row = table.substring(table.indexOf(' ') + 1);
        yield from
            + "CROSS JOIN LATERAL (SELECT * FROM %s WHERE %s OFFSET 0) %s"
                .formatted(table, condition, row)
            + where;
      }
    };
  }

  /**
   * People of whom the name, its second word or the e-mail address begins with a text. The number
   * of results is limited; people of other organizations do not count.
   *
   * @param organization empty for the whole platform
   */
  public record People(
      Database.Dialect dialect, SearchText text, Optional<Id.Organization> organization) {
    /** A query for their ids. */
    public String query() {
      return OF_PERSON.stream()
          .map(value -> PEOPLE.replace("{started}", started(value)))
          .collect(Collectors.joining("UNION\n"));
    }

    /** The rows of a table of each of them, as {@link StartSearch#each} reads them. */
    public String withEach(String table, String condition) {
      return each(dialect, query(), table, condition);
    }

    /** What the query names. */
    public Map<String, Object> values() {
      var named = Values.copyOf(StartSearch.values(text)).and("people", MAX_PEOPLE);
      organization.ifPresent(id -> named.put("organization", id));
      return named;
    }

    /** Whether there may be others than the query finds. */
    public boolean areMore(Sql sql) throws SQLException {
      for (String value : OF_PERSON) {
        if (sql.exists(started(value) + "LIMIT 1 OFFSET :people", values())) {
          return true;
        }
      }
      return false;
    }

    private String started(String value) {
      String whose = organization.isPresent() ? "u.organization_id = :organization" : "TRUE";
      return dialect.translate(STARTED.replace("{whose}", whose).replace("{value}", value));
    }
  }
}
