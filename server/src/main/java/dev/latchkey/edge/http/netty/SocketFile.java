package dev.latchkey.edge.http.netty;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The file of a Unix socket. The operator names its path, which may be a mistake, so only a socket
 * is ever deleted there, and only one that no other process listens on.
 */
final class SocketFile {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  /** The bits of a mode that tell the type of a file, and those of a socket. */
  private static final int TYPE = 0_170_000;

  private static final int SOCKET = 0_140_000;

  private final Path path;
  private final Object key;
  private final AtomicBoolean isDeleted = new AtomicBoolean();

  private SocketFile(Path path, Object key) {
    this.path = path;
    this.key = key;
  }

  /** Gives a socket that listens under another name its name. */
  static SocketFile move(Path draft, Path file) throws IOException {
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    return new SocketFile(file, key(file));
  }

  /** Deletes a socket that an earlier process left, and refuses to delete anything else. */
  static void makeRoom(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!isSocket(file)) {
      throw new IOException(
          "there is a file that is no socket. Move it away, or correct unix_socket");
    }
    if (isListening(file)) {
      throw new IOException(
          "another process listens there. Stop it, or name another path in unix_socket");
    }
    Files.delete(file);
  }

  /** Deletes the socket, once, unless another file has taken its place. */
  void delete() {
    try {
      if (isDeleted.compareAndSet(false, true)
          && Files.exists(path, LinkOption.NOFOLLOW_LINKS)
          && isSocket(path)
          && key(path).equals(key)) {
        Files.delete(path);
      }
    } catch (IOException refused) {
      LOG.log(System.Logger.Level.DEBUG, "the socket file stays", refused);
    }
  }

  private static Object key(Path file) throws IOException {
    return Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isSocket(Path file) throws IOException {
    Map<String, Object> read = Files.readAttributes(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    return read.get("mode") instanceof Integer mode && (mode & TYPE) == SOCKET;
  }

  private static boolean isListening(Path file) {
    try (var connection = SocketChannel.open(UnixDomainSocketAddress.of(file))) {
      return connection.isConnected();
    } catch (IOException nobody) {
      return false;
    }
  }
}
