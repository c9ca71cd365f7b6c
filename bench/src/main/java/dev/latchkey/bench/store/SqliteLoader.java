package dev.latchkey.bench.store;

import dev.latchkey.model.process.StorageFault;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;

/**
 * Loads into SQLite without a journal and without waiting for the disk. A store whose filling fails
 * is discarded.
 */
final class SqliteLoader extends Loader {
  static final String FILE = "latchkey.db";

  private static final int CACHE_KIBIBYTES = 1 << 20;

  private final Path file;

  private SqliteLoader(Path file, Connection connection) {
    super(connection);
    this.file = file;
  }

  static SqliteLoader open(Path file) throws SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.OFF);
    config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
    config.setLockingMode(SQLiteConfig.LockingMode.EXCLUSIVE);
    config.setCacheSize(-CACHE_KIBIBYTES);
    config.setGetGeneratedKeys(false);
    return new SqliteLoader(file, config.createConnection("jdbc:sqlite:" + file));
  }

  @Override
  String indexQuery() {
    return "SELECT tbl_name, name, sql FROM sqlite_master"
        + " WHERE type = 'index' AND sql IS NOT NULL";
  }

  @Override
  boolean isClustered() {
    return true;
  }

  @Override
  void finish() {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    } catch (IOException cause) {
      throw new StorageFault("cannot finish filling the store", cause);
    }
  }
}
