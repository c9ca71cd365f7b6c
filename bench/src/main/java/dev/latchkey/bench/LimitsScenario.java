package dev.latchkey.bench;

import dev.latchkey.bench.host.Postgres;
import dev.latchkey.bench.store.BareWriter;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures what SQLite or PostgreSQL can do without Latchkey, and compares Latchkey's rates of the
 * same run with it.
 */
final class LimitsScenario {
  private static final double OF_BARE_WRITER = 0.6;
  private static final double OF_INSERTS = 0.4;

  private final Trial trial;

  private LimitsScenario(Trial trial) {
    this.trial = trial;
  }

  static void run(Trial trial) {
    trial.meter().print("limits");
    trial.managed().stop();
    var limit = new LimitsScenario(trial);
    if (trial.managed().store().database().isEmpty()) {
      limit.ofSqlite();
    } else {
      Optional<Postgres> postgres = trial.managed().postgres();
      postgres.ifPresentOrElse(limit::ofPostgres, limit::unknown);
    }
    trial.managed().restart();
  }

  private void ofSqlite() {
    BenchStore store = trial.managed().store();
    var bare = new BareWriter(store.commonValues(), store.derived());
    for (BareWriter.Operation operation : BareWriter.Operation.values()) {
      double rate =
          bare.perSecond(
              store.directory(), operation, trial.plan().stock(), trial.plan().duration());
      compare(operation, "a bare SQLite writer", rate, OF_BARE_WRITER);
    }
  }

  /**
   * Measures with pgbench. It runs on the processor of the server and PostgreSQL on that of the
   * load, as when the product is measured.
   */
  private void ofPostgres(Postgres postgres) {
    double select = postgres.pointSelects(trial.cores()::forServer, trial.plan().duration());
    double insert = postgres.inserts(trial.cores()::forServer, trial.plan().duration());
    trial
        .report()
        .find("introspect")
        .ifPresent(active ->
            trial
                .report()
                .add(
                    Aim.atLeast(
                        named("introspect", "pgbench's point selects", select),
                        active.max().perSecond() / select,
                        1,
                        "")));
    for (BareWriter.Operation operation : BareWriter.Operation.values()) {
      compare(operation, "pgbench's one-row inserts", insert, OF_INSERTS);
    }
  }

  private void unknown() {
    trial
        .report()
        .note(
            "What this PostgreSQL can do by itself was not measured: that needs one that the benchmark starts.");
  }

  private void compare(BareWriter.Operation operation, String what, double limit, double least) {
    String name = operation.name().toLowerCase(Locale.ROOT);
    trial
        .report()
        .find(name)
        .ifPresentOrElse(
            result ->
                trial
                    .report()
                    .add(
                        Aim.atLeast(
                            named(name, what, limit), result.max().perSecond() / limit, least, "")),
            () -> trial.report().note(named(name, what, limit) + " (not measured here)"));
  }

  private static String named(String scenario, String what, double rate) {
    return String.format(Locale.ROOT, "%s, of %s in this run, %,.0f/s", scenario, what, rate);
  }
}
