package dev.latchkey.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.latchkey.bench.host.AttackerProcess;
import dev.latchkey.bench.host.ServerProcess;
import dev.latchkey.bench.siege.Attack;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.LoadResult;
import dev.latchkey.load.Loopback;
import dev.latchkey.load.Pace;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Opens thousands of hostile connections, and sends a hundred checks a second from another address,
 * each on a new connection. All traffic stays on this machine, and every siege ends after a limited
 * time.
 */
final class SiegeScenario {
  /** A siege in which most connections only stay open. */
  private static final Formation IDLE =
      new Formation(
          "siege",
          Map.of(
              Attack.STALLED_BODY, 3_000,
              Attack.SLOW_HEAD, 500,
              Attack.SLOW_READER, 200),
          Map.of(Attack.LEFT_OPEN, 20_000));

  /** A siege in which each of twenty thousand connections sends or reads slowly. */
  private static final Formation SLOW =
      new Formation(
          "slow-siege",
          Map.of(Attack.SLOW_HEAD, 8_000, Attack.SLOW_READER, 2_000),
          Map.of(Attack.SLOW_BODY, 7_000, Attack.STALLED_BODY, 3_000));

  /** The number of files that a process opens for itself. */
  private static final long OWN_FILES = 200;

  private static final double CHECKS_PER_SECOND = 100;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int AT_ONCE = 600;
  private static final int NETWORK = 4;

  private static final Duration WHILE_IT_BUILDS_UP = Duration.ofSeconds(10);
  private static final Duration WHILE_IT_STANDS = Duration.ofSeconds(10);

  private final Trial trial;
  private final Formation formation;
  private final ServerProcess server;
  private long answered;
  private long asked;

  private SiegeScenario(Trial trial, Formation formation) {
    this.trial = trial;
    this.formation = formation;
    this.server = trial.managed().server().process();
  }

  /**
   * The connections of a siege. There are two processes, because the number of open files of a
   * process is limited.
   */
  private record Formation(
      String label, Map<Attack, Integer> planned, Map<Attack, Integer> plannedBeside) {
    Map<Attack, Integer> first() {
      return bounded(planned);
    }

    Map<Attack, Integer> second() {
      return bounded(plannedBeside);
    }

    boolean isBounded() {
      return !first().equals(planned) || !second().equals(plannedBeside);
    }

    private static Map<Attack, Integer> bounded(Map<Attack, Integer> counts) {
      var bounded = new EnumMap<Attack, Integer>(Attack.class);
      long left = mostFiles() - OWN_FILES;
      for (Map.Entry<Attack, Integer> count : counts.entrySet()) {
        int some = (int) Math.min(count.getValue(), left);
        bounded.put(count.getKey(), some);
        left -= some;
      }
      return bounded;
    }
  }

  /**
   * Runs each siege on a server that has just been started and then warmed up. Afterwards the
   * server is started again for the next scenarios.
   */
  static void run(Trial trial) {
    for (Formation formation : List.of(IDLE, SLOW)) {
      trial.managed().restart();
      new SiegeScenario(trial, formation).run();
    }
    trial.managed().restart();
  }

  private void run() {
    Target target = Target.get(formation.label(), trial.subject().process());
    Result former = trial.meter().full(target, checks());
    checkOnNewConnections(trial.plan().duration());
    double millisBefore = checkOnNewConnections(trial.plan().duration()).micros(99) / 1e3;
    answered = 0;
    asked = 0;
    int port = trial.calls().address().port();
    try (var watch = new MemoryWatch(server);
        AttackerProcess first = AttackerProcess.start(trial.cores(), port, formation.first());
        AttackerProcess second = AttackerProcess.start(trial.cores(), port, formation.second())) {
      LoadResult building = checkOnNewConnections(WHILE_IT_BUILDS_UP);
      String stood = first.awaitOpened() + ", " + second.awaitOpened();
      LoadResult managed = checkOnNewConnections(WHILE_IT_STANDS);
      trial.report().add(Result.of(formation.label(), "builds up", measurementOf(building)));
      trial.report().add(Result.of(formation.label(), "stands", measurementOf(managed)));
      trial
          .report()
          .note(
              "Open in the %s: %s; at its end %s, %s."
                  .formatted(formation.label(), stood, first.end(), second.end()));
      trial.report().note(latencies(millisBefore, building, managed));
      if (formation.isBounded()) {
        trial
            .report()
            .note(
                String.format(
                    Locale.ROOT,
                    "Fewer sockets than planned: a process may open %,d files" + " here.",
                    mostFiles()));
      }
      judge(watch.mostMebibytes());
    }
    recover(former);
  }

  private void judge(double mostMebibytes) {
    trial
        .report()
        .add(
            Aim.atLeast(
                "checks of other clients answered during the " + formation.label(),
                100.0 * answered / asked,
                95,
                " %"));
    trial
        .report()
        .add(
            Aim.atMost(
                "memory of the server in the " + formation.label(), mostMebibytes, 512, " MiB"));
  }

  private void recover(Result former) {
    var recovery = Recovery.of(this::checks, former.max().perSecond());
    trial.report().add(recovery.aim("after the " + formation.label()));
    trial
        .report()
        .note(
            String.format(
                Locale.ROOT,
                "After the siege the last window had %.2f of the former rate; the server %s.",
                recovery.lastShare(),
                server.handle().isAlive() ? "still ran" : "had ended"));
  }

  private List<IntrospectCaller> checks() {
    return trial.meter().callers(i -> new IntrospectCaller(trial.calls(), trial.stock(), i));
  }

  private LoadResult checkOnNewConnections(Duration time) {
    List<InetAddress> sources = Loopback.addresses(NETWORK, 1);
    List<SourceAddressCaller> callers =
        IntStream.range(0, AT_ONCE)
            .mapToObj(i ->
                new SourceAddressCaller(
                    sources.getFirst(), new IntrospectCaller(trial.calls(), trial.stock(), i)))
            .toList();
    Load load =
        Load.of(callers, new Pace.ConstantRate(CHECKS_PER_SECOND))
            .withConnections(Load.Connections.ONE_PER_REQUEST)
            .withTimeout(TIMEOUT);
    LoadResult seen = LoadDriver.run(load, LoadDriver.Until.elapsed(time));
    seen.firstError().ifPresent(trial.meter()::print);
    answered += seen.latencies().getTotalCount();
    asked += seen.latencies().getTotalCount() + seen.errors();
    return seen;
  }

  /** Counts only wrong answers as errors. Unanswered checks have an aim of their own. */
  private static Measurement measurementOf(LoadResult seen) {
    return Measurement.of(seen).withErrors(-seen.unanswered());
  }

  private static String latencies(double before, LoadResult building, LoadResult managed) {
    return String.format(
        Locale.ROOT,
        "A check on a new connection took at p99 %.1f ms before the siege, %.1f ms while it"
            + " built up and %.1f ms while it stood.",
        before,
        building.micros(99) / 1e3,
        managed.micros(99) / 1e3);
  }

  /** The most files that one process may open. */
  private static long mostFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : Long.MAX_VALUE;
  }
}
