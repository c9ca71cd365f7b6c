package dev.latchkey.cli.option;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.storage.sqlite.SqliteDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the libraries of SQLite and Netty put the native code that they contain. It must be a
 * directory from which code may be loaded, and the usual one may be read-only.
 */
final class NativeLibraries {
  private NativeLibraries() {}

  /** Has an effect only before the first use of a library. */
  static void unpackTo(Optional<Path> directory) {
    directory.ifPresent(where -> {
      if (!Files.isDirectory(where) || !Files.isWritable(where)) {
        throw new ConfigFault(
            "library_directory: must be a directory that can be written, not " + where);
      }
      ForeignFiles.refuseAsRoot(where);
      System.setProperty("org.sqlite.tmpdir", where.toString());
      System.setProperty("io.netty.native.workdir", where.toString());
    });
  }

  /** SQLite does not work without its native code. Netty uses the sockets of Java instead. */
  static void loadSqlite() {
    if (!SqliteDatabase.canLoad()) {
      throw new ConfigFault(
          "library_directory: SQLite cannot unpack or load its native code in %s. Set it to a directory that can be written and allows execution"
              .formatted(
                  System.getProperty("org.sqlite.tmpdir", System.getProperty("java.io.tmpdir"))));
    }
  }
}
