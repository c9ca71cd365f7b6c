package dev.latchkey.storage.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/**
 * A file that reserves disk space. It is deleted when the disk is full, and then its space is free
 * for important writes. Its bytes are random, because some file systems use no space for zeros.
 */
record SpaceReserve(Path file) {
  static final long BYTES = 16L << 20;

  private static final int PART = 1 << 20;

  boolean exists() {
    return Files.exists(file);
  }

  /**
   * Creates the file if it does not exist. False if there is too little free space: the same amount
   * must stay free beside the file.
   */
  boolean ensure() {
    if (exists()) {
      return true;
    }
    try {
      if (freeBytes() < 2 * BYTES) {
        return false;
      }
      Path draft = file.resolveSibling(file.getFileName() + ".new");
      try {
        write(draft);
        Files.move(draft, file);
      } finally {
        Files.deleteIfExists(draft);
      }
      return true;
    } catch (IOException noRoom) {
      return false;
    }
  }

  /** Deletes the file. False if it does not exist. */
  boolean release() {
    try {
      return Files.deleteIfExists(file);
    } catch (IOException refused) {
      return false;
    }
  }

  /** The free space on the disk of the file; 0 if it is unknown. */
  long freeBytes() {
    try {
      return Files.getFileStore(file.toAbsolutePath().getParent()).getUsableSpace();
    } catch (IOException unknown) {
      return 0;
    }
  }

  private static void write(Path draft) throws IOException {
    Files.deleteIfExists(draft);
    StoreFiles.create(draft);
    try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
      var random = new SplittableRandom();
      byte[] part = new byte[PART];
      for (long written = 0; written < BYTES; written += PART) {
        random.nextBytes(part);
        for (var bytes = ByteBuffer.wrap(part); bytes.hasRemaining(); ) {
          channel.write(bytes);
        }
      }
      channel.force(true);
    }
  }
}
