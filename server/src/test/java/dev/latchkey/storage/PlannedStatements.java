package dev.latchkey.storage;

import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tests that ask the databases how they would answer a statement. */
public abstract class PlannedStatements extends OnBothStores {
  private static final Pattern SCAN_OR_SORT =
      Pattern.compile(
          "SCAN [auct]\\b|TEMP B-TREE|Seq Scan on (audit|users|credentials|child_tokens)|Sort");

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
    set(sql, "off");
    try {
      return sql.all("EXPLAIN " + statement, row -> row.text("QUERY PLAN"), values);
    } finally {
      set(sql, "on");
    }
  }

  private static void set(Sql sql, String value) throws SQLException {
    sql.one(
        """
        SELECT set_config('enable_seqscan', ?, false), set_config('enable_sort', ?, false),
            set_config('enable_bitmapscan', ?, false)
        """,
        row -> true,
        value,
        value,
        value);
  }

  protected static boolean isScanOrSort(String step) {
    return SCAN_OR_SORT.matcher(step).find()
        && !step.contains("USING INDEX")
        && !step.contains("USING COVERING INDEX");
  }

  protected static boolean isIndexOnly(String step) {
    return step.contains("USING COVERING INDEX") || step.contains("Index Only Scan");
  }
}
