package dev.latchkey.storage.inspect;

import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.database.Database.Dialect;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.operation.Backlog;
import dev.latchkey.storage.postgres.SessionCheck;
import dev.latchkey.storage.sqlite.LongRead;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/** A connection to a store that only reads. It creates neither a file nor a table. */
public final class StoreInspection implements AutoCloseable {
  private static final String SECONDS = "10";
  private static final int PROBLEMS = 3;

  private final Connection connection;
  private final Sql sql;

  private StoreInspection(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.sql = new Sql(connection, dialect);
  }

  /** {@code file} exists. */
  public static StoreInspection sqlite(Path file) {
    return faulty(() -> {
      Connection opened = DriverManager.getConnection("jdbc:sqlite:" + file);
      var inspection = new StoreInspection(opened, Dialect.SQLITE);
      inspection.sql.script("PRAGMA query_only = ON");
      inspection.sql.script("PRAGMA busy_timeout = 10000");
      return inspection;
    });
  }

  public static StoreInspection postgres(String url) {
    return faulty(() -> {
      Connection opened = connect(url);
      opened.setReadOnly(true);
      return new StoreInspection(opened, Dialect.POSTGRESQL);
    });
  }

  private static Connection connect(String url) throws SQLException {
    var properties = new Properties();
    properties.setProperty("connectTimeout", SECONDS);
    properties.setProperty("socketTimeout", SECONDS);
    properties.setProperty("ApplicationName", "latchkey doctor");
    return DriverManager.getConnection(url, properties);
  }

  /** Whether connections to this address of PostgreSQL keep their sessions at the server. */
  public static boolean isSessionKept(String url) {
    return faulty(() -> {
      try (Connection one = connect(url);
          Connection another = connect(url)) {
        return SessionCheck.isKept(one, another);
      }
    });
  }

  /** The version of the schema, or 0 if there are no tables. */
  public int schemaVersion() {
    return faulty(() -> Schema.versionOf(sql));
  }

  public Schema.State schemaState() {
    return faulty(() -> Schema.stateOf(sql));
  }

  /** What the check of SQLite has found in this file; empty if it is whole. */
  public List<String> damage(Path file) {
    var found = new ArrayList<String>();
    faulty(() -> {
      LongRead.during(
          file,
          connection,
          () ->
              found.addAll(
                  sql.all(
                      "PRAGMA integrity_check(%d)".formatted(PROBLEMS),
                      row -> row.text("integrity_check"))));
      return found.remove("ok");
    });
    return found;
  }

  /** Settings of PostgreSQL by their names. */
  public Map<String, String> settings() {
    var settings = new TreeMap<String, String>();
    faulty(() -> {
      sql.all(
          "SELECT name, setting FROM pg_settings",
          row -> settings.put(row.text("name"), row.text("setting")));
      return settings;
    });
    return settings;
  }

  /** Whether this PostgreSQL server is a standby. */
  public boolean isStandby() {
    return faulty(() -> sql.exists("SELECT 1 WHERE pg_is_in_recovery()"));
  }

  /** The time at the server of PostgreSQL. */
  public Instant clock() {
    return faulty(() ->
        sql.one(
                "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS now",
                row -> row.instant("now"))
            .orElseThrow());
  }

  /** When the newest entry of the audit log was written. */
  public Optional<Instant> newestEntry() {
    return faulty(
        () -> sql.one("SELECT at FROM audit ORDER BY at DESC LIMIT 1", row -> row.instant("at")));
  }

  public Backlog backlog() {
    return faulty(() -> Backlog.of(sql));
  }

  /** A signing key, encrypted under the key file. */
  public record SealedKey(String id, byte[] bytes) {}

  public List<SealedKey> signingKeys() {
    return faulty(() ->
        sql.all(
            "SELECT key_id, sealed_key FROM signing_keys",
            row -> new SealedKey(row.text("key_id"), row.bytes("sealed_key"))));
  }

  @Override
  public void close() {
    faulty(() -> {
      sql.close();
      connection.close();
      return true;
    });
  }

  @FunctionalInterface
  private interface Question<T> {
    T ask() throws SQLException, IOException;
  }

  private static <T> T faulty(Question<T> question) {
    try {
      return question.ask();
    } catch (SQLException | IOException cause) {
      throw new StorageFault("the store cannot be read: " + cause.getMessage(), cause);
    }
  }
}
