package dev.latchkey.harness;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds files of the project that are outside this module: documents, examples, the launcher. */
public final class Checkout {
  /** A directory with files that are used in place of those of the project. */
  public static final String CHANGED = "tests.changed";

  private Checkout() {}

  public static Path file(String name) {
    String changed = System.getProperty(CHANGED);
    return changed != null && Files.exists(Path.of(changed, name))
        ? Path.of(changed, name)
        : Path.of("..", name);
  }
}
