package dev.latchkey.app.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where the store and its key are.
 *
 * @param data the directory of SQLite
 * @param database the address of PostgreSQL, which is used instead of SQLite
 * @param databaseWaitSeconds how long a start waits for a database that cannot be reached
 * @param keyFile the key file, if it is not in {@code data}
 * @param libraryDirectory where libraries unpack their native code, if not in the temporary
 *     directory of the system
 */
public record StoreSettings(
    Path data,
    Optional<String> database,
    int databaseWaitSeconds,
    Optional<Path> keyFile,
    Optional<Path> libraryDirectory) {
  public StoreSettings {
    data = withoutDots(data);
    keyFile = keyFile.map(StoreSettings::withoutDots);
    libraryDirectory = libraryDirectory.map(StoreSettings::withoutDots);
    Keys.DATABASE.check(database);
  }

  /**
   * The path without the names ".", as messages print it. A ".." stays, because it has another
   * meaning after a link.
   */
  private static Path withoutDots(Path path) {
    Path plain = path.isAbsolute() ? path.getRoot() : Path.of("");
    for (Path name : path) {
      plain = name.toString().equals(".") ? plain : plain.resolve(name);
    }
    return plain;
  }

  public StoreSettings in(Path directory) {
    return new StoreSettings(directory, database, databaseWaitSeconds, keyFile, libraryDirectory);
  }

  public StoreSettings on(Optional<String> address) {
    return new StoreSettings(data, address, databaseWaitSeconds, keyFile, libraryDirectory);
  }

  public StoreSettings withKeyFile(Path file) {
    return new StoreSettings(
        data, database, databaseWaitSeconds, Optional.of(file), libraryDirectory);
  }

  /** The file of SQLite. */
  public Path sqliteFile() {
    return data.resolve("latchkey.db");
  }

  public Duration databaseWait() {
    return Duration.ofSeconds(databaseWaitSeconds);
  }

  /** The address can contain a password, so it is not repeated. */
  static String postgres(String address) {
    if (!address.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException(
          "must be an address jdbc:postgresql://HOST/NAME?user=…&password=…");
    }
    return address;
  }
}
