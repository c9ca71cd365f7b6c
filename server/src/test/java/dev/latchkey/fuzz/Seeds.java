package dev.latchkey.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The seeds of a fuzz test. They are files in the directory in which Jazzer looks for them too. */
final class Seeds {
  private Seeds() {}

  /** The seeds are sorted, so that they have the same order on every machine. */
  static List<byte[]> of(Class<?> test) {
    URL directory = test.getResource(test.getSimpleName() + "Inputs/whatever_is_sent");
    if (directory == null) {
      throw new AssertionError(test.getSimpleName() + " has no seeds");
    }
    try (Stream<Path> files = Files.list(Path.of(directory.toURI()))) {
      var seeds = new ArrayList<byte[]>();
      for (Path file : files.sorted().toList()) {
        seeds.add(Files.readAllBytes(file));
      }
      return seeds;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
