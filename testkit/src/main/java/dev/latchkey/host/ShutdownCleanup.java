package dev.latchkey.host;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Closes processes and directories that are still open when this program is stopped, for example by
 * Ctrl-C, so that an interrupted run leaves nothing on the machine. The newest is closed first,
 * because a directory can be removed only when no process writes to it.
 */
public final class ShutdownCleanup {
  /** There is one instance, because it registers one shutdown hook for the process. */
  private static final ShutdownCleanup OF_THIS_PROCESS = new ShutdownCleanup();

  private final Deque<Resource> open = new ArrayDeque<>();
  private boolean isShuttingDown;

  private ShutdownCleanup() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::closeAll));
  }

  /** A child process or a directory. It may be closed twice; the second call has no effect. */
  public interface Resource extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Opens a resource and registers it in one step, so that no open resource is ever unregistered.
   */
  public static <T extends Resource> T open(Supplier<T> opener) {
    return OF_THIS_PROCESS.openAndRegister(opener);
  }

  public static void unregister(Resource closed) {
    OF_THIS_PROCESS.remove(closed);
  }

  private synchronized <T extends Resource> T openAndRegister(Supplier<T> opener) {
    if (isShuttingDown) {
      throw new HostFault("interrupted");
    }
    T opened = opener.get();
    open.push(opened);
    return opened;
  }

  private synchronized void remove(Resource closed) {
    open.remove(closed);
  }

  private void closeAll() {
    for (Resource last = newest(); last != null; last = newest()) {
      try {
        last.close();
      } catch (RuntimeException failure) {
        System.err.println("latchkey: " + failure.getMessage());
      }
    }
  }

  private synchronized @Nullable Resource newest() {
    isShuttingDown = true;
    return open.poll();
  }
}
