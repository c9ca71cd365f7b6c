package dev.latchkey.login;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * For threads that may wait: where processors are short, all others run first. Java has priorities
 * for this and does nothing with them on Linux, which knows one for each thread. Elsewhere, and
 * where it is refused, a thread stays where it is.
 */
final class BackSeat {
    /** A tenth of the processor is left to them however much is to do. */
    private static final int NICE = 10;

    private static final int PRIO_PROCESS = 0;
    private static final int CALLING_THREAD = 0;

    private BackSeat() {}

    @SuppressWarnings("restricted")
    static void take() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> setpriority = linker.defaultLookup().find("setpriority");
        if (setpriority.isEmpty() || !System.getProperty("os.name").equals("Linux")) {
            return;
        }
        FunctionDescriptor type =
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT);
        try {
            int _ =
                    (int)
                            linker.downcallHandle(setpriority.get(), type)
                                    .invokeExact(PRIO_PROCESS, CALLING_THREAD, NICE);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
