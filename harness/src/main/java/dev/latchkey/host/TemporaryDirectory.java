package dev.latchkey.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A directory of this program's own, for as long as it is open. */
public record TemporaryDirectory(Path path) implements Leftovers.Leftover {
    private static final long BETWEEN_TRIES_NANOS = 20_000_000;
    private static final int TRIES = 250;

    public static TemporaryDirectory make() {
        return Leftovers.noted(() -> {
            try {
                return new TemporaryDirectory(Files.createTempDirectory("latchkey-bench"));
            } catch (IOException refused) {
                throw new HostFault("cannot make a directory for the benchmark", refused);
            }
        });
    }

    /** After an interruption another process may still write to it, so this tries several times. */
    @Override
    public void close() {
        for (int i = 0; i < TRIES && Files.exists(path); i++) {
            if (i > 0) {
                LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
            }
            empty();
        }
        Leftovers.forget(this);
    }

    private void empty() {
        try (Stream<Path> files = Files.walk(path)) {
            files.sorted(Comparator.reverseOrder())
                    .map(Path::toFile)
                    .forEach(file -> file.delete());
        } catch (IOException | UncheckedIOException changing) {
            // Another process changes the files in it: once more.
        }
    }
}
