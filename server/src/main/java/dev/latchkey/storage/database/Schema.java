package dev.latchkey.storage.database;

import dev.latchkey.model.process.StorageFault;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Creates the schema in an empty store, and brings an older store to it (docs/decisions/0003). A
 * store that this program cannot use is refused.
 */
public final class Schema {
  /** The version of schema.sql. */
  public static final int VERSION = 28;

  /** The first version that belongs to a release. No release used an earlier version. */
  static final int FIRST = 27;

  /**
   * The oldest version whose programs may use a store of {@link #VERSION}. They were started before
   * the store was changed, and run beside this program for a while.
   */
  static final int OLDEST_PROGRAM = 27;

  private static final Pattern TABLE = Pattern.compile("^CREATE TABLE ([a-z_]+)");

  /** A column that refers to another table: the column up to the reference, its name, the table. */
  private static final Pattern REFERENCE =
      Pattern.compile("(?m)^( +([a-z_]+) +[A-Z][A-Z ]*) REFERENCES ([a-z_]+)");

  private static final long LOCK = 0x6c61_7463_68L;

  private Schema() {}

  /**
   * To be called before anything else is done with a store. Several nodes may call it at the same
   * time. On SQLite no other program may have the file open, unless it is of this version.
   */
  public static void createOrVerify(Database database) {
    if (database.changeSchema(Schema::createIfEmpty).version() < VERSION) {
      SchemaSteps.createOrVerify(database);
    }
  }

  /** Whether {@link #createOrVerify} would change tables that exist already. */
  public static boolean isOlder(Database database) {
    return database.read(Schema::stateOf) == State.OLDER;
  }

  private static StoreVersion createIfEmpty(Sql sql) throws SQLException {
    return SchemaSteps.inTransaction(
        sql,
        () -> {
          if (sql.dialect() == Database.Dialect.POSTGRESQL) {
            sql.one("SELECT 1 AS locked FROM pg_advisory_xact_lock(?)", row -> true, LOCK);
          }
          var found = StoreVersion.of(sql);
          if (found.version() == 0) {
            create(sql);
          } else {
            refuseUnknown(found);
          }
          return StoreVersion.of(sql);
        });
  }

  private static void refuseUnknown(StoreVersion found) {
    switch (found.state()) {
      case EMPTY, OLDER, SAME, NEWER -> {}
      case TOO_NEW ->
          throw new StorageFault.ProgramTooOld(
              "the store is at schema version %d, this program knows up to %d: start the newer program"
                  .formatted(found.version(), VERSION));
      case BEFORE_THE_FIRST_RELEASE ->
          throw new StorageFault(
              "the store is at schema version %d, from before the first release, and this program begins with %d: start it on an empty store"
                  .formatted(found.version(), FIRST));
    }
  }

  /** How the schema of a store fits to this program. */
  public enum State {
    EMPTY,
    BEFORE_THE_FIRST_RELEASE,
    /** The start of this program changes the store. */
    OLDER,
    SAME,
    /** A newer program has changed the store, and this one may use it. */
    NEWER,
    TOO_NEW
  }

  public static State stateOf(Sql sql) throws SQLException {
    return StoreVersion.of(sql).state();
  }

  private static void create(Sql sql) throws SQLException {
    createTables(sql, SchemaText.statements(SchemaText.NEWEST));
    createIndexes(sql);
  }

  /**
   * Creates the tables for millions of rows. They get their indexes afterwards, because that is
   * many times faster, and so do the foreign keys of PostgreSQL: it would check each row alone.
   */
  public static void createTablesToFill(Sql sql) throws SQLException {
    createTables(
        sql,
        switch (sql.dialect()) {
          case SQLITE -> SchemaText.statements(SchemaText.NEWEST);
          case POSTGRESQL ->
              SchemaText.statements(SchemaText.NEWEST).stream()
                  .map(Schema::withoutReferences)
                  .toList();
        });
  }

  private static String withoutReferences(String statement) {
    String without = REFERENCE.matcher(statement).replaceAll("$1");
    if (without.contains(" REFERENCES ")) {
      throw new IllegalStateException("a foreign key that is not recognised: " + statement);
    }
    return without;
  }

  /** Completes the tables that were filled. */
  public static void completeFilled(Sql sql) throws SQLException {
    createIndexes(sql);
    switch (sql.dialect()) {
      case SQLITE -> {}
      case POSTGRESQL -> {
        for (String foreignKey : foreignKeys()) {
          sql.script(foreignKey);
        }
      }
    }
  }

  private static List<String> foreignKeys() {
    var all = new ArrayList<String>();
    for (String statement : SchemaText.statements(SchemaText.NEWEST)) {
      Matcher table = TABLE.matcher(statement);
      if (table.find()) {
        REFERENCE
            .matcher(statement)
            .results()
            .map(found ->
                "ALTER TABLE %s ADD FOREIGN KEY (%s) REFERENCES %s"
                    .formatted(table.group(1), found.group(2), found.group(3)))
            .forEach(all::add);
      }
    }
    return all;
  }

  private static void createTables(Sql sql, List<String> statements) throws SQLException {
    sql.script(StoreVersion.CREATE);
    run(sql, statements, SchemaText.IS_INDEX.negate());
    for (String addition : SchemaText.additions(SchemaText.NEWEST, sql.dialect())) {
      sql.script(addition);
    }
    sql.update(
        """
        INSERT INTO schema_version (version, oldest_program, tables_version, complete_version)
        VALUES (?, ?, ?, ?)
        """,
        StoreVersion.SEEN_BY_FIRST,
        OLDEST_PROGRAM,
        VERSION,
        VERSION);
  }

  private static void createIndexes(Sql sql) throws SQLException {
    run(sql, SchemaText.statements(SchemaText.NEWEST), SchemaText.IS_INDEX);
  }

  private static void run(Sql sql, List<String> statements, Predicate<String> which)
      throws SQLException {
    for (String statement : statements) {
      if (which.test(statement)) {
        sql.script(sql.dialect().translate(statement));
      }
    }
  }

  /** The tables with data, each after those that it refers to. */
  public static List<String> tables() {
    return SchemaText.statements(SchemaText.NEWEST).stream()
        .flatMap(statement -> TABLE.matcher(statement).results())
        .map(found -> found.group(1))
        .toList();
  }

  /** The version of a store, or 0 if it has no tables. */
  public static int versionOf(Sql sql) throws SQLException {
    return StoreVersion.of(sql).version();
  }
}
