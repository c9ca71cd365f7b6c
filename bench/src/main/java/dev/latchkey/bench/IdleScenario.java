package dev.latchkey.bench;

import dev.latchkey.bench.host.ServerProcess;
import dev.latchkey.load.IdleConnections;
import dev.latchkey.load.Loopback;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Measures the memory that idle connections cost a server. Each sends one request and is then kept
 * open. They come from several addresses, so that they do not reach the limit for one address.
 */
final class IdleScenario {
  private static final int CONNECTIONS = 10_000;
  private static final int WARMING_CONNECTIONS = 500;
  private static final int WARMING_ROUNDS = 20;
  private static final int SOURCES = 16;
  private static final int NETWORK = 2;
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final double MAX_MEBIBYTES = 64;
  private static final double MEBIBYTE = 1 << 20;
  private static final double KIBIBYTES_PER_MEBIBYTE = 1_024;

  private final Trial trial;
  private final ServerProcess server;
  private final IdleConnections.Target target;

  private IdleScenario(Trial trial) {
    this.trial = trial;
    this.server = trial.managed().server().process();
    this.target =
        new IdleConnections.Target(
            trial.calls().address(),
            trial.calls().introspect(trial.stock().access(0)),
            Loopback.addresses(NETWORK, SOURCES));
  }

  /**
   * Runs on a server that has just been started. A server that has worked before has free memory,
   * so it could take the connections without growing.
   */
  static void run(Trial trial) {
    trial.meter().printName("idle");
    trial.managed().restart();
    new IdleScenario(trial).run();
  }

  private void run() {
    warmUp();
    OptionalLong heapBefore = server.liveHeapBytes();
    double before = residentMebibytes();
    try (IdleConnections held = IdleConnections.of(target, CONNECTIONS)) {
      int opened = held.requestAll(LONGEST);
      OptionalLong heapAfter = server.liveHeapBytes();
      double gained = residentMebibytes() - before;
      int open = held.open();
      int answeredAgain = held.requestAll(LONGEST);
      report(gained, heap(heapBefore, heapAfter));
      trial
          .report()
          .note(
              String.format(
                  Locale.ROOT,
                  "Of %,d idle connections %,d were answered, %,d stayed open and %,d were"
                      + " answered again; the server had %.0f MiB before.",
                  CONNECTIONS,
                  opened,
                  open,
                  answeredAgain,
                  before));
      trial
          .report()
          .add(
              Aim.atMost(
                  "of %,d idle connections, not served any more".formatted(CONNECTIONS),
                  (double) CONNECTIONS - answeredAgain,
                  0,
                  ""));
    }
  }

  /**
   * Sends as many requests as will be measured, on few connections. The memory that they take is
   * not memory of idle connections.
   */
  private void warmUp() {
    try (IdleConnections few = IdleConnections.of(target, WARMING_CONNECTIONS)) {
      for (int i = 0; i < WARMING_ROUNDS; i++) {
        few.requestAll(LONGEST);
      }
    }
  }

  private void report(double gained, String heap) {
    trial.report().note("Idle connections and the heap, after a collection: %s.".formatted(heap));
    trial
        .report()
        .add(
            Aim.atMost(
                String.format(Locale.ROOT, "memory gained by %,d idle connections", CONNECTIONS),
                gained,
                MAX_MEBIBYTES,
                " MiB"));
  }

  private static String heap(OptionalLong before, OptionalLong after) {
    return before.isPresent() && after.isPresent()
        ? String.format(
            Locale.ROOT,
            "%.1f MiB before, %.1f MiB with them",
            before.getAsLong() / MEBIBYTE,
            after.getAsLong() / MEBIBYTE)
        : "not visible, because jcmd of the JDK is missing";
  }

  private double residentMebibytes() {
    return server.residentKilobytes().orElse(0) / KIBIBYTES_PER_MEBIBYTE;
  }
}
