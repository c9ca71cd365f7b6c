package dev.latchkey.storage.sqlite;

import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.sqlite.SQLiteConfig;

/** Every connection to one file, with the settings of its purpose. They are closed together. */
final class SqliteConnections implements AutoCloseable {
  static final int PAGE_BYTES = 4_096;

  /** How long one process waits for another, and a read for a connection. */
  static final int BUSY_MILLIS = 2_000;

  /**
   * The cache sizes hold the inner pages of the indexes of millions of tokens. A look-up reads leaf
   * pages, and a write reads several indexes.
   */
  private static final int READER_CACHE_KIBIBYTES = 8_192;

  private static final int WRITER_CACHE_KIBIBYTES = 16_384;

  /**
   * 128 MB of log. The writer makes a checkpoint itself only if {@link Checkpoints} have failed to.
   */
  private static final int PAGES_PER_CHECKPOINT = 32_768;

  /** To this size the log is cut when it starts from the beginning after a long reader. */
  private static final int LOG_BYTES = 64 << 20;

  private final Path file;
  private final List<Connection> all = new ArrayList<>();

  private SqliteConnections(Path file) {
    this.file = file;
  }

  /**
   * Creates the file, if it is missing, for its owner only. SQLite gives the same permissions to
   * the files beside it.
   */
  static SqliteConnections to(Path file) throws IOException {
    if (Files.notExists(file)) {
      StoreFiles.create(file);
    }
    return new SqliteConnections(file);
  }

  Connection reader() throws SQLException {
    return open(true);
  }

  Connection writer() throws SQLException {
    Connection writer = open(false);
    var sql = new Sql(writer, Database.Dialect.SQLITE);
    sql.script("PRAGMA wal_autocheckpoint = " + PAGES_PER_CHECKPOINT);
    // FAST overwrites a deleted row, such as an old e-mail address, in a page that is written
    // anyway. ON would also write pages that become free, once more for each purge.
    sql.script("PRAGMA secure_delete = FAST");
    sql.script("PRAGMA journal_size_limit = " + LOG_BYTES);
    return writer;
  }

  Connection checkpointer() throws SQLException {
    return open(false);
  }

  private Connection open(boolean readOnly) throws SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setBusyTimeout(BUSY_MILLIS);
    config.enforceForeignKeys(true);
    config.setPageSize(PAGE_BYTES);
    config.setCacheSize(-(readOnly ? READER_CACHE_KIBIBYTES : WRITER_CACHE_KIBIBYTES));
    // Otherwise the driver would prepare and run another SELECT after every INSERT, to get keys
    // that are not used.
    config.setGetGeneratedKeys(false);
    Connection connection = config.createConnection("jdbc:sqlite:" + file);
    if (readOnly) {
      try (var statement = connection.createStatement()) {
        statement.execute("PRAGMA query_only = ON");
      }
    }
    all.add(connection);
    return connection;
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection : all) {
      connection.close();
    }
  }
}
