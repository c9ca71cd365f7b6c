package dev.latchkey.harness;

import java.nio.file.Path;

/** Files of the project outside of this module: documents, examples, the launcher. */
public final class Checkout {
    private Checkout() {}

    public static Path file(String name) {
        return Path.of("..").resolve(name);
    }
}
