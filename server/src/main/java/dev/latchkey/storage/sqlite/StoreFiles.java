package dev.latchkey.storage.sqlite;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/**
 * All files of one store. SQLite replays a log that lies beside a store into it, also one that was
 * left by another store of the same name. So the files are moved and deleted together, whether or
 * not the first one exists.
 */
public record StoreFiles(Path store) {
  /** The note of a {@link MovedStore}. */
  static final String MOVED = "-moved";

  /**
   * The store, its log, the memory that processes share, its rollback journal, and the note about
   * its move.
   */
  private static final List<String> ENDINGS = List.of("", "-wal", "-shm", "-journal", MOVED);

  /** Creates a file that only its owner can read and write. */
  public static void create(Path file) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  /** Waits until a file is on disk, under its name. */
  public static void force(Path file) throws IOException {
    try (FileChannel written = FileChannel.open(file, StandardOpenOption.WRITE);
        FileChannel directory =
            FileChannel.open(file.resolveSibling(""), StandardOpenOption.READ)) {
      written.force(true);
      directory.force(true);
    }
  }

  /** Gives a complete draft the name of the file. When this returns, a power cut undoes nothing. */
  public static void publish(Path draft, Path file) throws IOException {
    force(draft);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    force(file);
  }

  /** The first of the files that exist. */
  public Optional<Path> first() {
    return all().stream().filter(Files::exists).findFirst();
  }

  Path log() {
    return named("-wal");
  }

  /** Where processes tell each other of their commits ({@link OtherWriters}). */
  Path visits() {
    return named("-visits");
  }

  /**
   * The {@link ClockTimes}, which belong to the machine, so they stay when the store is replaced.
   */
  Path clock() {
    return named("-clock");
  }

  void delete() throws IOException {
    for (Path file : all()) {
      Files.deleteIfExists(file);
    }
  }

  /** Gives all files a name that no store has. Returns where the first one is kept. */
  Optional<Path> moveAside() throws IOException {
    StoreFiles kept = free();
    for (String ending : ENDINGS) {
      if (Files.exists(named(ending))) {
        Files.move(named(ending), kept.named(ending));
      }
    }
    return kept.first();
  }

  private StoreFiles free() {
    int number = 1;
    while (replaced(number).first().isPresent()) {
      number++;
    }
    return replaced(number);
  }

  private StoreFiles replaced(int number) {
    return new StoreFiles(named(".replaced-" + number));
  }

  private List<Path> all() {
    return ENDINGS.stream().map(this::named).toList();
  }

  private Path named(String ending) {
    return store.resolveSibling(store.getFileName() + ending);
  }
}
