package dev.latchkey.storage.database;

import dev.latchkey.model.process.StorageFault;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Brings a store from the schema of an earlier release to that of this program, while programs of
 * the earlier release work on it. resources/schema/steps has one step for each version.
 *
 * <p>First all tables, columns, functions and views are changed in one transaction. It gives up if
 * it has to wait for a lock, and is tried again: while it waits, everyone else would wait behind
 * it. Then the indexes are built beside all other work. The version is written last, so a change
 * that was interrupted is continued at the next start.
 */
final class SchemaSteps {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  /** Held while the steps run, by the session: there is no transaction around all of them. */
  private static final long LOCK = 0x6c61_7463_69L;

  /**
   * How long the transaction may hold locks and wait for others. It is shorter than the time after
   * which PostgreSQL looks for deadlocks, so this transaction always gives up first, and shorter
   * than the time after which a check gives up.
   */
  private static final Duration LOCKED = Duration.ofMillis(800);

  /** A single wait is shorter, because a step can have several in one statement. */
  private static final Duration ONE_WAIT = Duration.ofMillis(200);

  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(1);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

  /** A lock that was not free in time, and a deadlock. */
  private static final Set<String> HINDERED = Set.of("55P03", "40P01");

  private final Sql sql;
  private Duration nextLine = Duration.ZERO;
  private boolean isAnnounced;

  private SchemaSteps(Sql sql) {
    this.sql = sql;
  }

  static void createOrVerify(Database database) {
    database.changeSchema(SchemaSteps::on);
  }

  static int on(Sql sql) throws SQLException {
    new SchemaSteps(sql).run();
    return Schema.VERSION;
  }

  static int buildIndex(Sql sql, String statement) throws SQLException {
    new SchemaSteps(sql).buildIndex(statement);
    return Schema.VERSION;
  }

  @FunctionalInterface
  interface Change<T> {
    T make() throws SQLException;
  }

  /** On SQLite the caller is in a transaction already. */
  static <T> T inTransaction(Sql sql, Change<T> change) throws SQLException {
    return switch (sql.dialect()) {
      case SQLITE -> change.make();
      case POSTGRESQL -> {
        sql.script("BEGIN");
        try {
          T made = change.make();
          sql.script("COMMIT");
          yield made;
        } catch (SQLException | RuntimeException failed) {
          undo(sql, failed);
          throw failed;
        }
      }
    };
  }

  private static void undo(Sql sql, Exception failed) {
    try {
      sql.script("ROLLBACK");
    } catch (SQLException broken) {
      failed.addSuppressed(broken);
    }
  }

  private void run() throws SQLException {
    switch (sql.dialect()) {
      case SQLITE -> {
        changeTables(StoreVersion.of(sql), System.nanoTime());
        createIndexes(StoreVersion.of(sql));
      }
      case POSTGRESQL -> {
        // Other nodes ask again and again: CREATE INDEX CONCURRENTLY would wait for the end
        // of a statement that waits for the lock.
        repeat("waits for another node, which changes the schema", this::lock);
        repeat("waits for a lock, to change the tables", this::changeTablesOnce);
        createIndexes(StoreVersion.of(sql));
        sql.all("SELECT pg_advisory_unlock(?)", row -> true, LOCK);
      }
    }
  }

  @FunctionalInterface
  private interface Attempt {
    boolean succeeds() throws SQLException;
  }

  private void repeat(String reason, Attempt attempt) throws SQLException {
    long began = System.nanoTime();
    nextLine = Duration.ZERO;
    while (!attempt.succeeds()) {
      Duration waited = Duration.ofNanos(System.nanoTime() - began);
      if (waited.compareTo(nextLine) >= 0) {
        nextLine = waited.plus(BETWEEN_LINES);
        log("%s, for %d seconds now".formatted(reason, waited.toSeconds()));
      }
      LockSupport.parkNanos(BETWEEN_ATTEMPTS.toNanos());
      if (Thread.currentThread().isInterrupted()) {
        throw new StorageFault("interrupted while the schema was changed");
      }
    }
  }

  private boolean lock() throws SQLException {
    return sql.exists("SELECT 1 WHERE pg_try_advisory_lock(?)", LOCK);
  }

  private boolean changeTablesOnce() throws SQLException {
    try {
      return inTransaction(
          sql,
          () -> {
            long began = System.nanoTime();
            changeTable("LOCK TABLE schema_version", began);
            changeTables(StoreVersion.of(sql), began);
            return true;
          });
    } catch (SQLException failed) {
      if (HINDERED.contains(String.valueOf(failed.getSQLState()))) {
        return false;
      }
      throw failed;
    }
  }

  /**
   * Every write, and every query for changes, reads the table that is locked and the oldest program
   * in it. So no program that is too old can still commit once the new tables are there.
   */
  private void changeTables(StoreVersion found, long began) throws SQLException {
    if (found.tables() >= Schema.VERSION) {
      return;
    }
    if (!isAnnounced) {
      isAnnounced = true;
      log("changes the schema from %d to %d".formatted(found.version(), Schema.VERSION));
    }
    // A view may read those before it.
    for (String view : views().reversed()) {
      changeTable("DROP VIEW IF EXISTS " + view.split("\\s+")[2], began);
    }
    for (int version = found.tables() + 1; version <= Schema.VERSION; version++) {
      String step = SchemaText.step(version);
      for (String statement : SchemaText.withoutIndexes(step, sql.dialect())) {
        changeTable(statement, began);
      }
    }
    for (String view : views()) {
      changeTable(view, began);
    }
    sql.update(
        """
        UPDATE schema_version
        SET version = ?, oldest_program = ?, tables_version = ?, complete_version = ?
        """,
        StoreVersion.SEEN_BY_FIRST,
        Schema.OLDEST_PROGRAM,
        Schema.VERSION,
        found.version());
  }

  private static List<String> views() {
    return SchemaText.statements(SchemaText.NEWEST).stream().filter(SchemaText.IS_VIEW).toList();
  }

  private void changeTable(String statement, long began) throws SQLException {
    if (sql.dialect() == Database.Dialect.POSTGRESQL) {
      long left = LOCKED.minusNanos(System.nanoTime() - began).toMillis();
      // 0 would mean no limit.
      long wait = Math.clamp(left, 1, ONE_WAIT.toMillis());
      sql.script("SET LOCAL lock_timeout = " + wait);
    }
    sql.script(statement);
  }

  private void createIndexes(StoreVersion found) throws SQLException {
    if (found.version() >= Schema.VERSION) {
      return;
    }
    var indexes =
        IntStream.rangeClosed(found.version() + 1, Schema.VERSION)
            .mapToObj(SchemaText::step)
            .flatMap(step -> SchemaText.statements(step).stream())
            .filter(SchemaText.IS_INDEX)
            .map(sql.dialect()::translate)
            .toList();
    for (String index : indexes) {
      buildIndex(index);
    }
    sql.update("UPDATE schema_version SET complete_version = ?", Schema.VERSION);
    log("has brought the store to schema " + Schema.VERSION);
  }

  private void buildIndex(String index) throws SQLException {
    String name = SchemaText.indexName(index);
    log("builds the index " + name);
    switch (sql.dialect()) {
      case SQLITE -> sql.script(index);
      case POSTGRESQL -> repeat("waits to build " + name, () -> isBuiltConcurrently(index));
    }
  }

  /** An index whose building was interrupted is still there, and not valid. */
  private boolean isBuiltConcurrently(String index) throws SQLException {
    String name = SchemaText.indexName(index);
    try {
      if (sql.exists(
          "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(?) AND NOT indisvalid", name)) {
        sql.script("DROP INDEX CONCURRENTLY IF EXISTS " + name);
      }
      sql.script(index.replaceFirst("INDEX", "INDEX CONCURRENTLY IF NOT EXISTS"));
      return true;
    } catch (SQLException failed) {
      if (HINDERED.contains(String.valueOf(failed.getSQLState()))) {
        return false;
      }
      throw failed;
    }
  }

  private static void log(String what) {
    LOG.log(System.Logger.Level.INFO, "Latchkey " + what);
  }
}
