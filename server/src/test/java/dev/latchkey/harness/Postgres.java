package dev.latchkey.harness;

import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.postgres.PostgresDatabase;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A real PostgreSQL server that is started once for all tests. Every server under test has a
 * database of its own.
 */
public final class Postgres {
  private static final Logger ZONKY = Logger.getLogger("io.zonky");
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final String EMPTY = "CREATE DATABASE %s";

  /** The names of the databases of the shared server, by their addresses. */
  private static final Map<String, String> SHARED = new ConcurrentHashMap<>();

  private Postgres() {}

  private static final class Shared {
    static final EmbeddedPostgres SERVER = start();

    /** In which databases are created: a connection for each would take as long as a copy. */
    static final Connection ADMINISTRATION = connect();

    private static Connection connect() {
      try {
        return SERVER.getPostgresDatabase().getConnection();
      } catch (SQLException cause) {
        throw new IllegalStateException(cause);
      }
    }

    /** No test stops the machine under this server, so it need not wait for the disk. */
    private static EmbeddedPostgres start() {
      try {
        Path data = Files.createTempDirectory("latchkey-postgres");
        EmbeddedPostgres server =
            quiet()
                .setServerConfig("fsync", "off")
                // It would go round hundreds of databases that no test uses any
                // more.
                .setServerConfig("autovacuum", "off")
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, data)));
        return server;
      } catch (IOException cause) {
        throw new UncheckedIOException(cause);
      }
    }

    /**
     * Another process removes the directory. It has some 200,000 files, and Surefire ends a process
     * of tests that takes longer than 30 seconds to stop.
     */
    private static void stop(EmbeddedPostgres server, Path data) {
      try {
        server.close();
        new ProcessBuilder("rm", "-rf", data.toString()).start();
      } catch (IOException cause) {
        throw new UncheckedIOException(cause);
      }
    }
  }

  /** A PostgreSQL server whose start-up messages are not printed. */
  public static EmbeddedPostgres.Builder quiet() {
    ZONKY.setLevel(Level.WARNING);
    return EmbeddedPostgres.builder()
        .setOutputRedirector(ProcessBuilder.Redirect.DISCARD)
        .setErrorRedirector(ProcessBuilder.Redirect.DISCARD);
  }

  /** A database with the tables of Latchkey, of which others are copies. */
  private static final class Template {
    static final String NAME = freshName();

    static {
      String url = createShared(NAME, EMPTY);
      try (Database database = PostgresDatabase.open(url, entry -> {})) {
        Schema.createOrVerify(database);
      }
    }
  }

  /**
   * Creates a database with the tables of Latchkey, as another node has left it, and returns its
   * address. This takes a fifth of the time in which a first start creates its tables.
   */
  public static String databaseWithTables() {
    return createShared(freshName(), EMPTY + " TEMPLATE " + Template.NAME + " STRATEGY FILE_COPY");
  }

  /** Creates an empty database and returns its address. */
  public static String freshDatabase() {
    return createShared(freshName(), EMPTY);
  }

  public static String freshDatabase(EmbeddedPostgres server) {
    String name = freshName();
    try (Connection connection = server.getPostgresDatabase().getConnection()) {
      create(name, connection, EMPTY);
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
    return server.getJdbcUrl("postgres", name);
  }

  private static String freshName() {
    return "latchkey_" + COUNT.incrementAndGet();
  }

  private static String createShared(String name, String statement) {
    try {
      create(name, Shared.ADMINISTRATION, statement);
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
    String url = Shared.SERVER.getJdbcUrl("postgres", name);
    SHARED.put(url, name);
    return url;
  }

  private static void create(String name, Connection administration, String statement)
      throws SQLException {
    try (var creation = administration.createStatement()) {
      creation.execute(statement.formatted(name));
    }
  }

  /**
   * Fails if two writes have deadlocked in a database of the shared server. PostgreSQL ends one of
   * them after a second and Latchkey repeats it, so the answers do not show it.
   */
  static void requireNoDeadlock(String url) {
    String name = SHARED.get(url);
    if (name == null) {
      return;
    }
    try (var query =
        Shared.ADMINISTRATION.prepareStatement(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = ?")) {
      query.setString(1, name);
      try (var rows = query.executeQuery()) {
        if (rows.next() && rows.getLong(1) > 0) {
          throw new AssertionError(rows.getLong(1) + " deadlocks in " + name);
        }
      }
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
  }
}
