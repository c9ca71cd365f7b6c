package dev.latchkey.login.password;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * Gives threads a low priority: when processors are busy, all other threads run first. Java's own
 * thread priorities have no effect on Linux, so this sets the nice value of the thread there. On
 * other systems, and if the call is refused, a thread keeps its priority.
 */
final class LowPriorityThreads {
  /** With this nice value, the threads get about a tenth of a processor under full load. */
  private static final int NICE = 10;

  private static final int PRIO_PROCESS = 0;
  private static final int CALLING_THREAD = 0;

  private LowPriorityThreads() {}

  @SuppressWarnings("restricted")
  static void addCurrent() {
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> setpriority = linker.defaultLookup().find("setpriority");
    if (setpriority.isEmpty() || !System.getProperty("os.name").equals("Linux")) {
      return;
    }
    FunctionDescriptor type =
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    try {
      int _ =
          (int)
              linker
                  .downcallHandle(setpriority.get(), type)
                  .invokeExact(PRIO_PROCESS, CALLING_THREAD, NICE);
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
