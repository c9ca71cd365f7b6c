package dev.latchkey.host;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a run must not leave on the machine, even one that is broken off: whatever is still open
 * when this program is told to end is closed then. The newest goes first, because a directory can
 * only be removed once no process writes to it.
 */
public final class Leftovers {
    /** One for the process, as the end of a process is one. */
    private static final Leftovers OF_THIS_PROCESS = new Leftovers();

    private final Deque<Leftover> open = new ArrayDeque<>();
    private boolean isOver;

    private Leftovers() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::closeAll));
    }

    /** A child or a directory; closed twice, it is closed all the same. */
    public interface Leftover extends AutoCloseable {
        @Override
        void close();
    }

    /** Opened and noted in one step, so that none is ever open and unknown. */
    public static <T extends Leftover> T noted(Supplier<T> opening) {
        return OF_THIS_PROCESS.open(opening);
    }

    public static void forget(Leftover closed) {
        OF_THIS_PROCESS.drop(closed);
    }

    private synchronized <T extends Leftover> T open(Supplier<T> opening) {
        if (isOver) {
            throw new HostFault("the benchmark was broken off");
        }
        T opened = opening.get();
        open.push(opened);
        return opened;
    }

    private synchronized void drop(Leftover closed) {
        open.remove(closed);
    }

    private void closeAll() {
        for (Leftover last = newest(); last != null; last = newest()) {
            try {
                last.close();
            } catch (RuntimeException failure) {
                System.err.println("latchkey: " + failure.getMessage());
            }
        }
    }

    private synchronized @Nullable Leftover newest() {
        isOver = true;
        return open.poll();
    }
}
