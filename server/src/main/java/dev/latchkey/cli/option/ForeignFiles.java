package dev.latchkey.cli.option;

import dev.latchkey.app.config.ConfigFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Keeps root from using the files of the service. The user of the service could replace them by
 * links to files of root, or by native code, and could not read what root leaves there.
 */
final class ForeignFiles {
  private static final String ROOT = "root";

  private ForeignFiles() {}

  /** Fails if root runs this process and the file belongs to another user. */
  static void refuseAsRoot(Path file) {
    boolean isRoot = ProcessHandle.current().info().user().filter(ROOT::equals).isPresent();
    if (!isRoot || !Files.exists(file)) {
      return;
    }
    String owner = owner(file);
    if (!owner.equals(ROOT)) {
      throw new ConfigFault(
          "root does not use %s, which belongs to %s. Run this command as that user, for example with: setpriv --reuid %s --regid %s --clear-groups latchkey …"
              .formatted(file, owner, owner, owner));
    }
  }

  private static String owner(Path file) {
    try {
      return Files.getOwner(file).getName();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
