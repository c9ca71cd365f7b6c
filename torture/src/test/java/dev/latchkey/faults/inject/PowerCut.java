package dev.latchkey.faults.inject;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The content of a disk after a power cut. Each file has a shadow with its durable content. A block
 * that differs from the shadow was written after the last sync, and is either lost or kept.
 */
public final class PowerCut {
  private final Path folder;
  private final Path shadows;
  private final UnsyncedWrites unsynced;
  private int lost;
  private int kept;

  PowerCut(Path folder, Path shadows, UnsyncedWrites unsynced) {
    this.folder = folder;
    this.shadows = shadows;
    this.unsynced = unsynced;
  }

  /** How many unsynced changes were lost and kept: blocks, new files and deletions. */
  public record Outcome(int lost, int kept) {}

  /** May be called only while no process uses the files. */
  Outcome restore() throws IOException {
    var names = new TreeSet<Path>();
    names.addAll(filesBelow(folder));
    names.addAll(filesBelow(shadows));
    for (Path name : names) {
      restore(folder.resolve(name), shadows.resolve(name));
    }
    return new Outcome(lost, kept);
  }

  /** Copies all files except shared memory, which does not survive a power cut. */
  static void copyAll(Path from, Path to) throws IOException {
    for (Path name : filesBelow(from)) {
      if (!isSharedMemory(name)) {
        copy(from.resolve(name), to.resolve(name));
      }
    }
  }

  static void deleteAll(Path below) throws IOException {
    for (Path name : filesBelow(below)) {
      Files.delete(below.resolve(name));
    }
  }

  private void restore(Path file, Path shadow) throws IOException {
    if (isSharedMemory(file)) {
      Files.delete(file);
    } else if (!Files.exists(shadow)) {
      restoreNew(file, shadow);
    } else if (!Files.exists(file)) {
      restoreDeleted(file, shadow);
    } else if (Files.mismatch(file, shadow) >= 0) {
      restoreBlocks(file, shadow);
    }
  }

  private void restoreNew(Path file, Path shadow) throws IOException {
    if (isNextKept()) {
      copy(file, shadow);
      Files.write(shadow, new byte[0]);
      restoreBlocks(file, shadow);
    } else {
      Files.delete(file);
    }
  }

  private void restoreDeleted(Path file, Path shadow) throws IOException {
    if (isNextKept()) {
      Files.delete(shadow);
    } else {
      copy(shadow, file);
    }
  }

  private void restoreBlocks(Path file, Path shadow) throws IOException {
    try (FileChannel latest = FileChannel.open(file, StandardOpenOption.READ);
        FileChannel durable =
            FileChannel.open(shadow, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      boolean isTruncated = latest.size() < durable.size() && isNextKept();
      long end = isTruncated ? latest.size() : durable.size();
      long longest = Math.max(latest.size(), durable.size());
      for (long offset = 0; offset < longest; offset += unsynced.blockBytes()) {
        ByteBuffer written = block(latest, offset);
        if (written.hasRemaining() && !written.equals(block(durable, offset)) && isNextKept()) {
          end = Math.max(end, offset + written.remaining());
          durable.write(written, offset);
        }
      }
      durable.truncate(end);
    }
    copy(shadow, file);
  }

  private ByteBuffer block(FileChannel channel, long offset) throws IOException {
    ByteBuffer block = ByteBuffer.allocate(unsynced.blockBytes());
    while (block.hasRemaining() && channel.read(block, offset + block.position()) > 0) {
      // Reads again: before the end of the file, a read may return less than a block.
    }
    return block.flip();
  }

  private boolean isNextKept() {
    boolean isKept = unsynced.isNextKept();
    if (isKept) {
      kept++;
    } else {
      lost++;
    }
    return isKept;
  }

  private static boolean isSharedMemory(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith("-shm") || name.endsWith("-visits");
  }

  private static List<Path> filesBelow(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).map(directory::relativize).toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
  }
}
