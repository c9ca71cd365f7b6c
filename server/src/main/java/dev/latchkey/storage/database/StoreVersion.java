package dev.latchkey.storage.database;

import java.sql.SQLException;

/**
 * What a store says about its schema.
 *
 * <p>Programs of schema 27 know only the column {@code version}, and use a store only while it says
 * 27. So it says that as long as they are admitted.
 *
 * @param version the version that is complete, or 0 for an empty store
 * @param oldestProgram the lowest version that a program may know to use this store
 * @param tables the version of its tables. It is higher than {@code version} while the indexes of a
 *     step are built.
 */
record StoreVersion(int version, int oldestProgram, int tables) {
  private static final StoreVersion EMPTY = new StoreVersion(0, 0, 0);

  /** A store of schema 27 has only the first column. */
  private static final String FIRST =
      """
      SELECT MAX(version) AS complete_version, MAX(version) AS oldest_program, MAX(version) AS tables_version
      FROM schema_version
      """;

  private static final String ALL =
      """
      SELECT MAX(complete_version) AS complete_version, MAX(oldest_program) AS oldest_program,
          MAX(tables_version) AS tables_version
      FROM schema_version
      """;

  static final String CREATE =
      """
      CREATE TABLE schema_version (
          version         INTEGER NOT NULL,
          oldest_program  INTEGER NOT NULL DEFAULT 0,
          tables_version  INTEGER NOT NULL DEFAULT 0,
          complete_version INTEGER NOT NULL DEFAULT 0
      )
      """;

  /** What programs of schema 27 see. */
  static final int SEEN_BY_FIRST =
      Schema.OLDEST_PROGRAM == Schema.FIRST ? Schema.FIRST : Schema.VERSION;

  static StoreVersion of(Sql sql) throws SQLException {
    if (!hasTable(sql)) {
      return EMPTY;
    }
    return sql.one(
            hasAllColumns(sql) ? ALL : FIRST,
            row ->
                new StoreVersion(
                    row.number("complete_version"),
                    row.number("oldest_program"),
                    row.number("tables_version")))
        .orElse(EMPTY);
  }

  Schema.State state() {
    if (version == 0) {
      return Schema.State.EMPTY;
    }
    if (version < Schema.FIRST) {
      return Schema.State.BEFORE_THE_FIRST_RELEASE;
    }
    if (oldestProgram > Schema.VERSION) {
      return Schema.State.TOO_NEW;
    }
    return switch (Integer.signum(Integer.compare(version, Schema.VERSION))) {
      case -1 -> Schema.State.OLDER;
      case 0 -> Schema.State.SAME;
      default -> Schema.State.NEWER;
    };
  }

  private static boolean hasTable(Sql sql) throws SQLException {
    return sql.exists(
        switch (sql.dialect()) {
          case SQLITE -> "SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'";
          case POSTGRESQL -> "SELECT 1 WHERE to_regclass('schema_version') IS NOT NULL";
        });
  }

  private static boolean hasAllColumns(Sql sql) throws SQLException {
    return sql.exists(
        switch (sql.dialect()) {
          case SQLITE ->
              """
              SELECT 1
              FROM pragma_table_info('schema_version')
              WHERE name = 'oldest_program'
              """;
          case POSTGRESQL ->
              """
              SELECT 1
              FROM pg_attribute
              WHERE attrelid = to_regclass('schema_version')
                AND attname = 'oldest_program'
              """;
        });
  }
}
