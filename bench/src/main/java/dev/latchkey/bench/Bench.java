package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.Machine;
import dev.latchkey.bench.host.Postgres;
import java.io.PrintStream;
import java.util.Optional;

/**
 * Runs one scenario after the other against one server, and compares it with servers that give
 * fixed answers.
 */
public final class Bench {
  private final Plan plan;
  private final PrintStream progress;
  private final Cores cores = Cores.ofThisMachine();

  public Bench(Plan plan, PrintStream progress) {
    this.plan = plan;
    this.progress = progress;
  }

  public Report run() {
    try (ServerUnderTest subject = subject()) {
      cores.pinToLoad();
      try (BaselineServers baselines = BaselineServers.start(plan, cores, subject, progress)) {
        return run(subject, baselines);
      }
    }
  }

  private Report run(ServerUnderTest subject, BaselineServers baselines) {
    var report = new Report(Machine.describe(cores));
    var trial =
        new Trial(
            plan,
            new Trial.Machinery(cores, baselines),
            subject,
            new Meter(plan, progress, baselines, postgres(subject)),
            report);
    plan.scenarios().stream().sorted().forEach(scenario -> scenario.run(trial));
    baselines.remarks().forEach(report::note);
    return report;
  }

  private static Optional<Postgres> postgres(ServerUnderTest subject) {
    return subject.managed().flatMap(ManagedServer::postgres);
  }

  private ServerUnderTest subject() {
    return switch (plan.server()) {
      case Plan.ServerChoice.Running running -> RunningServer.at(running, plan, progress);
      case Plan.ServerChoice.OwnSqlite _ ->
          ManagedServer.start(Optional::empty, plan, cores, progress);
      case Plan.ServerChoice.OwnPostgres postgres ->
          ManagedServer.start(Databases.of(postgres, cores), plan, cores, progress);
    };
  }
}
