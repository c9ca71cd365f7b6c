package dev.latchkey.cli;

import dev.latchkey.config.ConfigFault;
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
}
