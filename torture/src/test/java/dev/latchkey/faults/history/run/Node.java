package dev.latchkey.faults.history.run;

import dev.latchkey.harness.program.Program;
import dev.latchkey.load.Address;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** One server process. It uses the same port each time it is started. */
public final class Node implements AutoCloseable {
  /**
   * Two thirds of the callers of a phase. If a node does not answer, the other callers do not wait
   * for it.
   */
  private static final int CROWD = 12;

  private static final long AVOIDED_NANOS = 1_500_000_000;

  private final int number;
  private final Address address;
  private final Supplier<Program> start;
  private Optional<Program> program = Optional.empty();
  private final AtomicInteger starts = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile long avoidedUntil = System.nanoTime();

  Node(int number, int port, Supplier<Program> start) {
    this.number = number;
    this.address = Address.of("http://localhost:" + port);
    this.start = start;
  }

  int number() {
    return number;
  }

  public Address address() {
    return address;
  }

  /** How often the node was started. Connections from before the last start are closed. */
  int starts() {
    return starts.get();
  }

  /** Starts the node, and waits until it listens. */
  public void start() {
    Program started = start.get();
    started.url();
    program = Optional.of(started);
    starts.incrementAndGet();
  }

  /** Returns when the process has ended. */
  public void kill() {
    running().kill();
  }

  public void pause() {
    running().signal("STOP");
  }

  public void resume() {
    running().signal("CONT");
  }

  /** For a short time, most callers choose other nodes. */
  void avoid() {
    avoidedUntil = System.nanoTime() + AVOIDED_NANOS;
  }

  boolean isAvoided() {
    return System.nanoTime() - avoidedUntil < 0;
  }

  boolean isCrowded() {
    return waiting.get() >= CROWD;
  }

  void beginWaiting() {
    waiting.incrementAndGet();
  }

  void endWaiting() {
    waiting.decrementAndGet();
  }

  @Override
  public void close() {
    program.filter(Program::isRunning).ifPresent(Program::kill);
  }

  private Program running() {
    return program.orElseThrow();
  }
}
