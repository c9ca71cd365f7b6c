package dev.latchkey.app.keyfile;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.config.Settings;
import dev.latchkey.storage.sqlite.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A file with a key of 32 random bytes, which is never stored in the database. A thief of either
 * the file or the database alone cannot read a signing key or a key of an authenticator app. The
 * file is created once, for a store that has no keys yet. After that, a missing or wrong file
 * prevents the start.
 *
 * <p>A missing file is never replaced silently. The node would sign with keys that no service
 * accepts, while the other nodes go on with theirs.
 */
public record KeyFile(Path path) {
  public static KeyFile of(Settings settings) {
    return new KeyFile(
        settings
            .store()
            .keyFile()
            .orElseGet(() -> settings.store().data().resolve("latchkey.key")));
  }

  /**
   * Creates the file if it does not exist. It is written under another name first, so that no
   * process ever reads half of it, and it is on disk before it is used.
   */
  public void create(RandomGenerator random) {
    if (Files.exists(path)) {
      return;
    }
    Path draft = path.resolveSibling(path.getFileName() + "." + random.nextLong() + ".new");
    try {
      write(draft, FileKey.draw(random).bytes());
      try {
        Files.createLink(path, draft);
        StoreFiles.force(path);
      } finally {
        Files.delete(draft);
      }
    } catch (FileAlreadyExistsException createdByAnother) {
      // Another process created the file at the same time; its file is used.
    } catch (IOException refused) {
      throw new ConfigFault("cannot create the key file " + path, refused);
    }
  }

  private static void write(Path file, byte[] key) throws IOException {
    var ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (var channel = FileChannel.open(file, options, ownerOnly)) {
      channel.write(ByteBuffer.wrap(key));
      channel.force(true);
    }
  }

  public FileKeys read() {
    byte[] content;
    try {
      content = Files.readAllBytes(path);
    } catch (IOException absent) {
      throw new ConfigFault(
          "the key file "
              + path
              + " is missing or not readable: put back the one that this store was"
              + " started with (key_file says where it is). The first start of"
              + " latchkey serve creates it",
          absent);
    }
    return FileKeys.parse(content)
        .orElseThrow(() ->
            new ConfigFault(
                "the key file "
                    + path
                    + " does not have 32 bytes, and is no file that latchkey key has"
                    + " written: put back the one before"));
  }

  /**
   * Replaces the content by what {@code step} makes of it. The file is complete at every moment,
   * and has the same owner and mode as before. Only one process at a time changes it; otherwise one
   * of them could drop a key that the other has begun to use.
   */
  public FileKeys change(UnaryOperator<FileKeys> step) {
    try {
      Path real = path.toRealPath();
      Object before = identity(real);
      try (var channel = FileChannel.open(real, StandardOpenOption.WRITE);
          FileLock lock = channel.tryLock()) {
        if (lock == null || !Objects.equals(before, identity(real))) {
          throw isChanging();
        }
        FileKeys changed = step.apply(read());
        replace(real, changed.content());
        return changed;
      }
    } catch (OverlappingFileLockException inThisProcess) {
      throw isChanging();
    } catch (IOException refused) {
      throw new ConfigFault(
          "cannot replace the key file "
              + path
              + ": run this command as the user who owns the file, who must be"
              + " able to write to its directory",
          refused);
    }
  }

  private ConfigFault isChanging() {
    return new ConfigFault("another command changes " + path + " at this moment");
  }

  private static @Nullable Object identity(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  private static void replace(Path file, byte[] content) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".part");
    Files.deleteIfExists(draft);
    try {
      write(draft, content);
      keepOwner(file, draft);
      StoreFiles.publish(draft, file);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** A file of root could not be read by the service. */
  private static void keepOwner(Path from, Path to) throws IOException {
    var before = Files.readAttributes(from, PosixFileAttributes.class);
    var view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    var created = view.readAttributes();
    if (!created.group().equals(before.group())) {
      view.setGroup(before.group());
    }
    if (!created.owner().equals(before.owner())) {
      view.setOwner(before.owner());
    }
    view.setPermissions(before.permissions());
  }

  public ConfigFault doesNotFit() {
    return new ConfigFault(
        "the key file "
            + path
            + " does not decrypt the signing keys of this store: put back the one that this"
            + " store was started with (key_file says where it is)");
  }
}
