package dev.latchkey.storage;

import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tests that ask the databases how they would answer a statement. */
public abstract class PlannedStatements extends OnBothStores {
  protected final Database database = latchkey.installation().database();

  /**
   * The steps of a plan. PostgreSQL is not allowed to scan or to sort, because it would do both
   * with the few rows of a test. It does them anyway if there is no other way.
   */
  protected final List<String> plan(String statement, @Nullable Object[] values) {
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

  protected static boolean isScanOrSort(String step) {
    return step.matches(
            ".*(SCAN [auct]\\b|TEMP B-TREE|Seq Scan on"
                + " (audit|users|credentials|child_tokens)|Sort).*")
        && !step.contains("USING INDEX")
        && !step.contains("USING COVERING INDEX");
  }

  protected static boolean isIndexOnly(String step) {
    return step.contains("USING COVERING INDEX") || step.contains("Index Only Scan");
  }
}
