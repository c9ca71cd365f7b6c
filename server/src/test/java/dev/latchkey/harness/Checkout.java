package dev.latchkey.harness;

import java.nio.file.Path;

/** Finds files of the project that are outside this module: documents, examples, the launcher. */
public final class Checkout {
    private Checkout() {}

    public static Path file(String name) {
        return Path.of("..").resolve(name);
    }
}
