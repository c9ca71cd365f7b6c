package dev.latchkey.bench;

import dev.latchkey.bench.host.ServerProcess;
import java.util.concurrent.locks.LockSupport;

/** The most memory that a server had, looked at again and again while this is open. */
final class MemoryWatch implements AutoCloseable {
    private static final long BETWEEN_LOOKS_NANOS = 200_000_000;
    private static final double KIBIBYTES_A_MEBIBYTE = 1_024;

    private final ServerProcess server;
    private final Thread watching;
    private volatile long most;

    MemoryWatch(ServerProcess server) {
        this.server = server;
        this.watching = Thread.ofPlatform().daemon().start(this::watch);
    }

    double mostMebibytes() {
        look();
        return most / KIBIBYTES_A_MEBIBYTE;
    }

    private void watch() {
        while (!Thread.currentThread().isInterrupted()) {
            look();
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
    }

    private synchronized void look() {
        most = Math.max(most, server.residentKilobytes().orElse(0));
    }

    @Override
    public void close() {
        watching.interrupt();
    }
}
