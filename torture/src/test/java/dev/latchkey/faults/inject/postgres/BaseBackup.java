package dev.latchkey.faults.inject.postgres;

import dev.latchkey.harness.Latchkey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;

/**
 * Copies the data directory of a running server, as {@code pg_basebackup} does, which the embedded
 * PostgreSQL does not contain. It calls the functions {@code pg_backup_start} and {@code
 * pg_backup_stop} before and after copying the files. The copy is configured as a standby of that
 * server, which streams the missing log to it.
 */
final class BaseBackup {
  /**
   * Directories that are empty in the copy. The log is streamed, and the other directories belong
   * to the running server.
   */
  private static final Set<String> LEFT_EMPTY =
      Set.of(
          "pg_wal",
          "pg_replslot",
          "pg_dynshmem",
          "pg_notify",
          "pg_serial",
          "pg_snapshots",
          "pg_stat_tmp",
          "pg_subtrans");

  private static final Set<String> LEFT_OUT =
      Set.of("postmaster.pid", "postmaster.opts", "server.log", "postgresql.auto.conf");

  private final PostgresServer from;
  private final Path to;

  private BaseBackup(PostgresServer from, Path to) {
    this.from = from;
    this.to = to;
  }

  /** Returns the data directory of a standby. */
  static Path of(PostgresServer server) {
    Path directory = Latchkey.temporaryDirectory().resolve("data");
    new BaseBackup(server, directory).write();
    return directory;
  }

  private void write() {
    try (Connection connection = DriverManager.getConnection(from.url("postgres"));
        var statement = connection.createStatement()) {
      statement.execute("SELECT pg_backup_start('pair', TRUE)");
      copy();
      try (var rows =
          statement.executeQuery(
              "SELECT labelfile FROM pg_backup_stop(wait_for_archive => FALSE)")) {
        rows.next();
        Files.writeString(to.resolve("backup_label"), rows.getString(1));
      }
      Files.createFile(to.resolve("standby.signal"));
      Files.writeString(
          to.resolve("postgresql.auto.conf"),
          "primary_conninfo = 'host=127.0.0.1 port=%d user=postgres'\n".formatted(from.port()));
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
  }

  private void copy() throws IOException {
    Files.createDirectory(
        to, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.walkFileTree(from.data(), new Copier());
  }

  private final class Copier extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      if (directory.equals(from.data())) {
        return FileVisitResult.CONTINUE;
      }
      Files.copy(directory, target(directory), StandardCopyOption.COPY_ATTRIBUTES);
      return LEFT_EMPTY.contains(directory.getFileName().toString())
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      boolean isWanted = !LEFT_OUT.contains(file.getFileName().toString());
      if (isWanted && attributes.isRegularFile()) {
        try {
          Files.copy(file, target(file), StandardCopyOption.COPY_ATTRIBUTES);
        } catch (NoSuchFileException removed) {
          // The server removed the file during the backup. The standby learns this from
          // the log.
        }
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException cause) throws IOException {
      if (cause instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw cause;
    }

    private Path target(Path path) {
      return to.resolve(from.data().relativize(path));
    }
  }
}
