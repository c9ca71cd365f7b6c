package dev.latchkey.cli.option;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.model.time.WrittenTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What picocli has set before a command runs. A command line without it is refused before. */
public final class FileArguments {
  /** The present time, as an option. */
  public static final String NOW = "now";

  private FileArguments() {}

  /** A file that a command reads. */
  public static Path existing(@Nullable Path file) {
    Path path = path(file);
    if (!Files.isReadable(path)) {
      throw new ConfigFault(
          "cannot read " + path + ": name a file that exists and that this user may read");
    }
    return path;
  }

  /** A file that a command writes, and that does not exist yet. */
  public static Path fresh(@Nullable Path file) {
    Path path = path(file);
    if (Files.exists(path)) {
      throw new ConfigFault(path + " exists already: name a new file");
    }
    Path directory = path.resolveSibling("");
    if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
      throw new ConfigFault(
          "cannot write into "
              + directory
              + ": name a file in a directory that exists and that this user may write to");
    }
    return path;
  }

  public static Instant time(String option, String text, Instant now) {
    if (text.equals(NOW)) {
      return now;
    }
    return WrittenTime.parse(text)
        .orElseThrow(
            () -> new ConfigFault(option + " needs a time such as 2026-03-01T12:00:00Z, or now"));
  }

  public static Instant pastTime(String option, String text, Instant now) {
    return WrittenTime.parsePast(text, now)
        .orElseThrow(() ->
            new ConfigFault(
                option + " needs a time in the past such as 2026-03-01T12:00:00Z, or now"));
  }

  private static Path path(@Nullable Path file) {
    if (file == null) {
      throw new ConfigFault("name a file");
    }
    return file.toAbsolutePath();
  }

  /** The size of a file that the command has just written. */
  public static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
