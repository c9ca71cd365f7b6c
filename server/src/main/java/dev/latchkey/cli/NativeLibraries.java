package dev.latchkey.cli;

import dev.latchkey.config.ConfigFault;
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
            System.setProperty("org.sqlite.tmpdir", where.toString());
            System.setProperty("io.netty.native.workdir", where.toString());
        });
    }
}
