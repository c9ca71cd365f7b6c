package dev.latchkey.faults.history.run;

/** Two acts at the same time. */
final class Together {
    private Together() {}

    static void run(Runnable one, Runnable other) {
        Thread beside = Thread.startVirtualThread(other);
        try {
            one.run();
            beside.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
