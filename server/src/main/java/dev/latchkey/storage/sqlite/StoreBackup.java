package dev.latchkey.storage.sqlite;

import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.database.Database.Dialect;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.database.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A copy of a store in SQLite as one file, and its way back. The copy is one state of the store,
 * also while a server writes. It gets its name only after it was checked and is on disk.
 *
 * <p>SQLite's own copy is faster than an export and needs no other program.
 */
public record StoreBackup(Path store) {
  public void writeTo(Path file) {
    if (Files.notExists(store)) {
      throw new StorageFault("there is no store at " + store);
    }
    Optional<Path> present = new StoreFiles(file).first();
    if (present.isPresent()) {
      throw new StorageFault(present.get() + " exists already: name a new file");
    }
    replace(
        file,
        draft -> {
          try (var connection = DriverManager.getConnection("jdbc:sqlite:" + store);
              var copy = connection.prepareStatement("VACUUM INTO ?")) {
            copy.setString(1, draft.toString());
            LongRead.during(store, connection, copy::execute);
          }
        });
  }

  /**
   * Replaces the store by a backup. Returns where the store before is kept, or what was left of it,
   * if there was anything. No server may run.
   */
  public Optional<Path> readFrom(Path file) {
    if (Files.notExists(file)) {
      throw new StorageFault("there is no file " + file);
    }
    try (var _ = DirectoryLock.take(store.toAbsolutePath().resolveSibling(""))) {
      return replace(
          store,
          draft -> {
            try (var in = Files.newInputStream(file);
                var out = Files.newOutputStream(draft)) {
              in.transferTo(out);
            }
          });
    }
  }

  @FunctionalInterface
  private interface Fill {
    void write(Path draft) throws SQLException, IOException;
  }

  /**
   * The copy is checked before it takes the place of the store, and again under its final name,
   * because SQLite finds the log of a store by the name. Returns where the files before are kept.
   */
  private static Optional<Path> replace(Path file, Fill fill) {
    Path draft = file.resolveSibling(file.getFileName() + ".part");
    var drafted = new StoreFiles(draft);
    try {
      drafted.delete();
      StoreFiles.create(draft);
      try {
        fill.write(draft);
        check(draft);
        StoreFiles.force(draft);
        Optional<Path> kept = new StoreFiles(file).moveAside();
        StoreFiles.publish(draft, file);
        check(file);
        return kept;
      } finally {
        drafted.delete();
      }
    } catch (SQLException | IOException cause) {
      throw new StorageFault("the copy failed: " + cause.getMessage(), cause);
    }
  }

  private static void check(Path copy) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
        var sql = new Sql(connection, Dialect.SQLITE)) {
      String found =
          sql.one("PRAGMA integrity_check", row -> row.text("integrity_check")).orElse("nothing");
      if (!found.equals("ok")) {
        throw new StorageFault("the copy is damaged: " + found);
      }
      switch (Schema.stateOf(sql)) {
        case OLDER, SAME, NEWER -> {}
        case EMPTY, BEFORE_THE_FIRST_RELEASE, TOO_NEW ->
            throw new StorageFault(
                "the copy is at schema version %d, and this program needs %d"
                    .formatted(Schema.versionOf(sql), Schema.VERSION));
      }
    }
  }
}
