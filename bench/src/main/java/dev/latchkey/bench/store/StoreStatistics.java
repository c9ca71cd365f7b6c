package dev.latchkey.bench.store;

import dev.latchkey.model.Id;
import dev.latchkey.model.process.StorageFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Counts the contents of a store while a server has it open. */
public record StoreStatistics(Path data, Optional<String> database) {
  public long bytes() {
    try {
      return database.isPresent()
          ? number("SELECT pg_database_size(current_database())")
          : fileBytes();
    } catch (IOException cause) {
      throw new StorageFault("cannot tell how large the store is", cause);
    }
  }

  /** How many pairs the purge may delete. */
  public long expiredPairs(Instant now) {
    return number("SELECT count(*) FROM pairs WHERE refresh_expires_at <= " + now.toEpochMilli());
  }

  /** How many rotated refresh tokens the purge may delete. */
  public long expiredRotated(Instant now) {
    return number("SELECT count(*) FROM rotated_refresh WHERE kept_until <= " + now.toEpochMilli());
  }

  /** How many entries the audit log has that were written before a time. */
  public long entriesBefore(Instant oldest) {
    return number("SELECT count(*) FROM audit WHERE at < " + oldest.toEpochMilli());
  }

  /** The bytes of a table with its indexes and partitions. */
  public long bytesOf(String table) {
    return number(
        (database.isPresent()
                ? """
                SELECT pg_total_relation_size('%1$s') + (SELECT COALESCE(SUM(pg_total_relation_size(inhrelid)), 0)
                    FROM pg_inherits WHERE inhparent = CAST('%1$s' AS REGCLASS))
                """
                : """
                SELECT SUM(pgsize) FROM dbstat
                WHERE aggregate = TRUE AND name IN
                    (SELECT name FROM sqlite_schema WHERE tbl_name = '%s')
                """)
            .formatted(table));
  }

  /** How many indexes the store has, with those of keys, and without those of partitions. */
  long indexes() {
    return number(
        database.isPresent()
            ? "SELECT COUNT(*) FROM pg_class WHERE relkind IN ('i', 'I') AND NOT relispartition"
                + " AND relnamespace = CAST(current_schema() AS REGNAMESPACE)"
            : "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'index'");
  }

  /** How many rotated refresh tokens expire within this time. */
  public long rotatedThatExpire(Instant from, Instant until) {
    return number(
        "SELECT count(*) FROM rotated_refresh WHERE kept_until > %d AND kept_until <= %d"
            .formatted(from.toEpochMilli(), until.toEpochMilli()));
  }

  /** When everything of an organization was revoked last. */
  public Instant revokedAt(Id.Organization organization) {
    return Instant.ofEpochMilli(
        number(
            "SELECT revoked_at FROM revocations WHERE subject = '%s'"
                .formatted(organization.value())));
  }

  /** How much PostgreSQL has written to its log, in bytes. */
  public long logBytes() {
    return number("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')");
  }

  /**
   * Lets PostgreSQL write everything to disk. The next change of each page is then logged whole.
   */
  public void checkpoint() {
    try (Connection connection = DriverManager.getConnection(url());
        var statement = connection.createStatement()) {
      statement.execute("CHECKPOINT");
    } catch (SQLException cause) {
      throw new StorageFault("this database user may not make a checkpoint", cause);
    }
  }

  private long number(String query) {
    try (Connection connection = DriverManager.getConnection(url());
        var statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException cause) {
      throw new StorageFault("cannot count what is in the store", cause);
    }
  }

  private String url() {
    return database.orElseGet(() -> "jdbc:sqlite:" + data.resolve(SqliteLoader.FILE));
  }

  /** The size of the file and of the other files that SQLite writes next to it. */
  private long fileBytes() throws IOException {
    long bytes = 0;
    for (String suffix : List.of("", "-wal", "-shm")) {
      Path file = data.resolve(SqliteLoader.FILE + suffix);
      bytes += Files.exists(file) ? Files.size(file) : 0;
    }
    return bytes;
  }
}
