package dev.latchkey.bench;

import dev.latchkey.bench.host.ServerProcess;
import java.util.concurrent.locks.LockSupport;

/** Samples the memory of a server while this is open, and remembers the highest value. */
final class MemoryWatch implements AutoCloseable {
  private static final long BETWEEN_SAMPLES_NANOS = 200_000_000;
  private static final double KIBIBYTES_PER_MEBIBYTE = 1_024;

  private final ServerProcess server;
  private final Thread watching;
  private volatile long most;

  MemoryWatch(ServerProcess server) {
    this.server = server;
    this.watching = Thread.ofPlatform().daemon().start(this::watch);
  }

  double mostMebibytes() {
    sample();
    return most / KIBIBYTES_PER_MEBIBYTE;
  }

  private void watch() {
    while (!Thread.currentThread().isInterrupted()) {
      sample();
      LockSupport.parkNanos(BETWEEN_SAMPLES_NANOS);
    }
  }

  private synchronized void sample() {
    most = Math.max(most, server.residentKilobytes().orElse(0));
  }

  @Override
  public void close() {
    watching.interrupt();
  }
}
