package dev.latchkey.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.Optional;
import java.util.jar.Attributes;

/**
 * Which build of the program runs, as the manifest of its jar says.
 *
 * @param commit from which a release was built; other builds do not know theirs
 */
record Build(String version, String commit) {
  private static final Build UNPACKED = new Build("(unpacked)", "unknown");
  private static final String COMMIT = "Latchkey-Commit";

  static Build read() {
    URL self = Build.class.getResource("Build.class");
    try {
      return self != null && self.openConnection() instanceof JarURLConnection jar
          ? of(jar.getMainAttributes())
          : UNPACKED;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static Build of(Attributes manifest) {
    return new Build(
        Optional.ofNullable(manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION))
            .orElse(UNPACKED.version),
        Optional.ofNullable(manifest.getValue(COMMIT)).orElse(UNPACKED.commit));
  }
}
