package dev.latchkey.storage.sqlite;

import dev.latchkey.model.process.StorageFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A store whose rows were copied to another database. A file beside it says so. Otherwise a service
 * that still has the old configuration would start on it, and one of two stores would not know what
 * the other one revokes.
 */
public final class MovedStore {
  private final Path store;
  private final Path note;

  public MovedStore(Path store) {
    this.store = store;
    note = store.resolveSibling(store.getFileName() + StoreFiles.MOVED);
  }

  /** {@code place} says where the rows are now. It contains no password. */
  public void mark(String place) {
    try {
      Files.writeString(note, place);
      StoreFiles.force(note);
    } catch (IOException cause) {
      throw new StorageFault("cannot write " + note + ": " + cause.getMessage(), cause);
    }
  }

  /** Where its rows are now, if they were moved. */
  public Optional<String> place() {
    try {
      return Files.exists(note) ? Optional.of(Files.readString(note)) : Optional.empty();
    } catch (IOException cause) {
      throw new StorageFault("cannot read " + note + ": " + cause.getMessage(), cause);
    }
  }

  /** How to use the store again. */
  public String undo() {
    return "name that database as \"database\" in the configuration; or, to go on with the old store and lose what the database has, delete "
        + note.toAbsolutePath();
  }

  void refuse() {
    place()
        .ifPresent(place -> {
          throw new StorageFault(
              "the store %s was moved to %s: %s".formatted(store.toAbsolutePath(), place, undo()));
        });
  }
}
