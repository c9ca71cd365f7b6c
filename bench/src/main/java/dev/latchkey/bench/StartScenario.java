package dev.latchkey.bench;

import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/**
 * Measures the time from the start command to the first answered check, on all processors, and then
 * the memory at rest. Starts with the AOT cache of this process and starts without one take turns.
 */
final class StartScenario {
  private static final int STARTS = 3;
  private static final Duration AT_REST = Duration.ofSeconds(3);
  private static final double KIBIBYTES_PER_MEBIBYTE = 1_024;
  private static final String CACHE = "-XX:AOTCache=";

  private final Trial trial;
  private final UnaryOperator<List<String>> changeCommand;
  private final List<Double> millis = new ArrayList<>();
  private double mebibytesAtRest;

  private StartScenario(Trial trial, UnaryOperator<List<String>> changeCommand) {
    this.trial = trial;
    this.changeCommand = changeCommand;
  }

  static void run(Trial trial) {
    trial.meter().print("start");
    trial.managed().stop();
    trial.cores().unpin();
    var plain = new StartScenario(trial, StartScenario::withoutCache);
    var cached = new StartScenario(trial, UnaryOperator.identity());
    for (int i = 0; i < STARTS; i++) {
      plain.once();
      if (hasCache()) {
        cached.once();
      }
    }
    trial.cores().pinToLoad();
    trial.managed().restart();
    plain.report("start to first 200, without an AOT cache", 1_500, "memory at rest");
    if (hasCache()) {
      cached.report(
          "start to first 200, with the AOT cache", 800, "memory at rest, with the AOT cache");
    } else {
      trial
          .report()
          .note("no start with an AOT cache was measured: ./latchkey has one after a build");
    }
  }

  private void once() {
    ManagedServer managed = trial.managed();
    long start = System.nanoTime();
    try (StartedServer served =
        managed.store().serve(changeCommand, managed.upstream().address())) {
      check(new Calls(served.address(), managed.store().identity()));
      millis.add((System.nanoTime() - start) / 1e6);
      if (millis.size() == STARTS) {
        LockSupport.parkNanos(AT_REST.toNanos());
        mebibytesAtRest = served.process().residentKilobytes().orElse(0) / KIBIBYTES_PER_MEBIBYTE;
      }
    }
  }

  private void check(Calls calls) {
    try (Connection connection = Connection.open(calls.address())) {
      Browser.expect(200, connection.ask(calls.introspect(trial.stock().access(0))));
    } catch (IOException broken) {
      throw new HostFault("the server does not answer", broken);
    }
  }

  private void report(String start, double atMost, String memory) {
    Collections.sort(millis);
    trial.report().add(Aim.atMost(start, millis.get(STARTS / 2), atMost, " ms"));
    trial.report().add(Aim.atMost(memory, mebibytesAtRest, 200, " MiB"));
  }

  private static boolean hasCache() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith(CACHE))
        .anyMatch(option -> Files.exists(Path.of(option.substring(CACHE.length()))));
  }

  private static List<String> withoutCache(List<String> command) {
    return command.stream().filter(word -> !word.startsWith(CACHE)).toList();
  }
}
