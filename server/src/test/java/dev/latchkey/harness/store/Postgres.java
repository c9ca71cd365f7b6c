package dev.latchkey.harness.store;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * A real PostgreSQL server that is started once for all tests. Every server under test has a
 * database of its own.
 */
public final class Postgres {
  private static final Logger ZONKY = Logger.getLogger("io.zonky");
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final String EMPTY = "CREATE DATABASE %s";

  /** The databases that this thread has created since its test class began. */
  private static final ThreadLocal<List<String>> OF_THE_CLASS =
      ThreadLocal.withInitial(ArrayList::new);

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
                .setServerConfig("full_page_writes", "off")
                // It would go round all databases while tests run.
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
     * Another process removes the directory. It has many files, and Surefire ends a process of
     * tests that takes longer than 30 seconds to stop.
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

  /** A database of which others are copies, and which stays when the class has ended. */
  static String template(Consumer<String> fill) {
    String name = freshName();
    fill.accept(createShared(name, EMPTY));
    OF_THE_CLASS.get().remove(name);
    return name;
  }

  /** Creates a copy of a template, to which nobody is connected, and returns its address. */
  static String copyOf(String template) {
    return createShared(freshName(), EMPTY + " TEMPLATE " + template + " STRATEGY FILE_COPY");
  }

  private static final class WithTables {
    static final String TEMPLATE = template(WithTables::create);

    private static void create(String url) {
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
    return copyOf(WithTables.TEMPLATE);
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
    OF_THE_CLASS.get().add(name);
    return url;
  }

  private static void create(String name, Connection administration, String statement)
      throws SQLException {
    try (var creation = administration.createStatement()) {
      creation.execute(statement.formatted(name));
    }
  }

  /**
   * Removes the databases of a class whose tests have ended, of which each has 400 files. Otherwise
   * hundreds of them would not fit into memory, where they are created in a tenth of the time.
   */
  private static void dropThoseOfTheClass() {
    List<String> names = OF_THE_CLASS.get();
    OF_THE_CLASS.remove();
    for (String name : names) {
      try (var removal = Shared.ADMINISTRATION.createStatement()) {
        removal.execute("DROP DATABASE " + name + " WITH (FORCE)");
      } catch (SQLException cause) {
        throw new IllegalStateException(cause);
      }
    }
  }

  /** Removes them when a test class ends, in the thread that ran it. */
  public static final class AfterEachClass implements TestExecutionListener {
    private static final int ENGINE_AND_CLASS = 2;

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (test.getUniqueIdObject().getSegments().size() == ENGINE_AND_CLASS
          && test.getSource().filter(ClassSource.class::isInstance).isPresent()) {
        dropThoseOfTheClass();
      }
    }
  }

  /**
   * Fails if two writes have deadlocked in a database of the shared server. PostgreSQL ends one of
   * them after a second and Latchkey repeats it, so the answers do not show it.
   */
  public static void requireNoDeadlock(String url) {
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
