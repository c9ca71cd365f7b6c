package dev.latchkey.cli;

import dev.latchkey.config.ConfigFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What picocli has set before a command runs. A command line without it is refused before. */
final class Given {
    private Given() {}

    static Path path(@Nullable Path file) {
        if (file == null) {
            throw new ConfigFault("name a file");
        }
        return file.toAbsolutePath();
    }

    /** The size of a file that the command has just written. */
    static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }
}
