package dev.latchkey.harness.store;

import dev.latchkey.app.config.Settings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a store says about its tables, indexes, views, functions and triggers: one line for each.
 */
public final class StoreCatalog {
  private static final String SQLITE =
      """
      SELECT type || ' ' || name || ': ' || COALESCE(sql, '')
      FROM sqlite_schema
      WHERE name NOT LIKE 'sqlite_%'
      """;

  private static final String POSTGRESQL =
      """
      WITH here AS (SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace)
      SELECT format('column %s.%s: %s %s%s%s identity %s', c.relname, a.attname,
          row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), format_type(a.atttypid, a.atttypmod),
          CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END,
          COALESCE(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), ''), a.attidentity)
        FROM here c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
       WHERE c.relkind IN ('r', 'p', 'v')
      UNION ALL SELECT format('table %s: %s %s %s %s', relname, relkind, relpersistence, relreplident, reloptions)
        FROM here
      UNION ALL SELECT format('constraint %s of %s: %s', o.conname, c.relname, pg_get_constraintdef(o.oid))
        FROM pg_constraint o JOIN here c ON c.oid = o.conrelid
      UNION ALL SELECT format('index %s: %s, valid %s', c.relname, pg_get_indexdef(c.oid), i.indisvalid)
        FROM pg_index i JOIN here c ON c.oid = i.indexrelid
      UNION ALL SELECT format('view %s: %s', relname, pg_get_viewdef(oid)) FROM here WHERE relkind = 'v'
      UNION ALL SELECT format('trigger: %s, enabled %s', pg_get_triggerdef(t.oid), t.tgenabled)
        FROM pg_trigger t JOIN here c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
      UNION ALL SELECT format('function: %s', pg_get_functiondef(p.oid))
        FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
      """;

  private StoreCatalog() {}

  public static List<String> of(Settings settings) {
    boolean isPostgres = settings.store().database().isPresent();
    try (Connection connection = EarlierStore.connect(settings);
        var query = connection.createStatement();
        var rows = query.executeQuery(isPostgres ? POSTGRESQL : SQLITE)) {
      var lines = new ArrayList<String>();
      while (rows.next()) {
        lines.add(normal(rows.getString(1)));
      }
      return lines.stream().sorted().toList();
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
  }

  /** SQLite keeps the text of each statement, and writes a new column into it in its own way. */
  private static String normal(String line) {
    return line.replaceAll("\\s+", " ").replaceAll(" ?([(),]) ?", "$1");
  }
}
