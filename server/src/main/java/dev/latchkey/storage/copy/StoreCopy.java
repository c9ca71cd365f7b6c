package dev.latchkey.storage.copy;

import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.database.Database.Dialect;
import dev.latchkey.storage.postgres.PrimaryConnections;
import dev.latchkey.storage.sqlite.LongRead;
import dev.latchkey.storage.sqlite.MovedStore;
import dev.latchkey.storage.sqlite.StoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import org.sqlite.SQLiteConfig;

/** Copies a whole store. A server may use the store while it is read. */
public record StoreCopy(CopyProgress copied, CopyProgress checked) {
  /** Where a store is. */
  public sealed interface Place {}

  public record SqliteFile(Path path) implements Place {}

  public record PostgresServer(String url) implements Place {
    String withoutPassword() {
      return url.replaceFirst("\\?.*", "");
    }

    /** Without the password, which may be in the address. */
    @Override
    public String toString() {
      return "PostgreSQL";
    }
  }

  /** Writes all rows of a store to a file, and reads the file to check it. */
  public void export(Place from, Path file) {
    run(() -> {
      try (var writer = new ExportWriter(file)) {
        read(from, new Reported(writer, copied));
        var check = new Comparison(writer.sums());
        new ExportReader(writer.draft()).sendTo(new Reported(check, checked));
        writer.keep();
      }
    });
  }

  /** Fills an empty store from a file. */
  public void restore(Path file, Place to) {
    run(() -> fill(new ExportReader(file), to));
  }

  /** Fills an empty database from a store, which is not used any more from the commit on. */
  public void migrate(SqliteFile from, PostgresServer to) {
    run(() -> {
      try (Connection target = PrimaryConnections.forCopy(to.url())) {
        Runnable mark = () -> new MovedStore(from.path()).mark(to.withoutPassword());
        var filled = new FilledStore(target, Dialect.POSTGRESQL, checked, mark);
        read(from, new Reported(filled, copied));
      }
    });
  }

  private static void read(Place from, StoreRows.Receiver receiver)
      throws SQLException, IOException {
    switch (from) {
      case SqliteFile store -> {
        if (Files.notExists(store.path())) {
          throw new StorageFault("there is no store at " + store.path());
        }
        try (Connection source = DriverManager.getConnection("jdbc:sqlite:" + store.path())) {
          var content = new CopiedStore(source, Dialect.SQLITE);
          LongRead.during(store.path(), source, () -> content.sendTo(receiver));
        }
      }
      case PostgresServer server -> {
        try (Connection source = PrimaryConnections.forCopy(server.url())) {
          new CopiedStore(source, Dialect.POSTGRESQL).sendTo(receiver);
        }
      }
    }
  }

  private void fill(StoreRows content, Place to) throws SQLException, IOException {
    switch (to) {
      case SqliteFile store -> fill(content, store.path());
      case PostgresServer server -> {
        try (Connection target = PrimaryConnections.forCopy(server.url())) {
          fill(content, target, Dialect.POSTGRESQL);
        }
      }
    }
  }

  /** The file gets its name when it is complete and on disk. */
  private void fill(StoreRows content, Path file) throws SQLException, IOException {
    Optional<Path> present = new StoreFiles(file).first();
    if (present.isPresent()) {
      throw new StorageFault(
          present.get() + " exists already: name an empty directory with --data");
    }
    Path draft = file.resolveSibling(file.getFileName() + ".part");
    Files.deleteIfExists(draft);
    StoreFiles.create(draft);
    try {
      try (Connection target = draftConnection(draft)) {
        fill(content, target, Dialect.SQLITE);
      }
      StoreFiles.publish(draft, file);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private void fill(StoreRows content, Connection target, Dialect dialect)
      throws SQLException, IOException {
    content.sendTo(new Reported(new FilledStore(target, dialect, checked, () -> {}), copied));
  }

  /** If the copy fails, the draft is deleted. So it needs no journal. */
  private static Connection draftConnection(Path draft) throws SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.OFF);
    config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
    config.setPageSize(4_096);
    config.setCacheSize(-262_144);
    return config.createConnection("jdbc:sqlite:" + draft);
  }

  @FunctionalInterface
  private interface Work {
    void run() throws SQLException, IOException;
  }

  private static void run(Work work) {
    try {
      work.run();
    } catch (SQLException | IOException cause) {
      throw new StorageFault("the copy failed: " + cause.getMessage(), cause);
    }
  }
}
