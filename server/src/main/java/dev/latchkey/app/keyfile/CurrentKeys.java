package dev.latchkey.app.keyfile;

import dev.latchkey.app.config.ConfigFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the key file, which are read again when the file was replaced. So a rotation needs
 * neither a signal nor a restart. Each use looks only at the times of the file, because requests of
 * strangers use it. If the file is gone or damaged, the process goes on with the keys that it
 * knows.
 */
public final class CurrentKeys implements Supplier<FileKeys> {
  private final KeyFile file;
  private volatile @Nullable Loaded loaded;

  public CurrentKeys(KeyFile file) {
    this.file = file;
  }

  /** Tells one version of a file from the next. */
  private record Stamp(FileTime modifiedAt, long size, @Nullable Object file) {}

  private record Loaded(FileKeys keys, Stamp stamp) {}

  @Override
  public FileKeys get() {
    Loaded known = loaded;
    if (known == null) {
      return load(stamp());
    }
    Optional<Stamp> present = stamp();
    if (present.isEmpty() || present.get().equals(known.stamp())) {
      return known.keys();
    }
    try {
      return load(present);
    } catch (ConfigFault unusable) {
      return known.keys();
    }
  }

  private FileKeys load(Optional<Stamp> stamp) {
    FileKeys keys = file.read();
    stamp.ifPresent(present -> loaded = new Loaded(keys, present));
    return keys;
  }

  private Optional<Stamp> stamp() {
    try {
      var attributes = Files.readAttributes(file.path(), BasicFileAttributes.class);
      return Optional.of(
          new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey()));
    } catch (IOException absent) {
      return Optional.empty();
    }
  }
}
