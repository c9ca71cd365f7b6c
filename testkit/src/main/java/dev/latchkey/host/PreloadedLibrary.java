package dev.latchkey.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

/**
 * Builds libraries in C. A process that preloads one has other functions in the place of those of
 * libc. This needs gcc.
 */
public final class PreloadedLibrary {
  private static final String CLOCK = "node_clock.c";

  private PreloadedLibrary() {}

  /**
   * The library that adds an offset to the time of day. The offset is a 64-bit number of
   * milliseconds in the file that the environment variable {@code NODE_CLOCK_CONTROL} names.
   */
  public static Path clock(Path directory) {
    Path source = directory.resolve(CLOCK);
    try (InputStream text = PreloadedLibrary.class.getResourceAsStream(CLOCK)) {
      Files.copy(Objects.requireNonNull(text), source, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException refused) {
      throw new HostFault("cannot write " + source, refused);
    }
    return build(source, directory);
  }

  /** Builds the library of a source in this directory. */
  public static Path build(Path source, Path directory) {
    Path library = directory.resolve(source.getFileName() + ".so");
    Installed.run(
        List.of(
            Installed.require("gcc", "gcc").toString(),
            "-std=c11",
            "-D_GNU_SOURCE",
            "-U_FORTIFY_SOURCE",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-O2",
            "-fPIC",
            "-shared",
            "-pthread",
            "-o",
            library.toString(),
            source.toString(),
            "-ldl"));
    return library;
  }
}
