package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Deadlines;
import dev.latchkey.faults.history.Violation;
import dev.latchkey.faults.history.run.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * All phases of a run: how many operations they have, the seed of their random numbers, and their
 * results so far.
 */
final class Campaign implements AutoCloseable {
  private static final long OPERATIONS = 1_000_000;

  /**
   * The logger of the tests' own connection pools. Its messages would hide the progress messages.
   */
  private static final Logger POOLS = Logger.getLogger("com.zaxxer.hikari");

  private final long operations = Long.getLong("long.operations", OPERATIONS);
  private final SplittableRandom random;
  private final Report report = new Report();
  private final Progress progress = new Progress();
  private final List<Violation> violations = new ArrayList<>();

  Campaign() {
    POOLS.setLevel(Level.WARNING);
    long seed = Long.getLong("long.seed", System.nanoTime());
    System.out.println("seed: -Dlong.seed=" + seed);
    random = new SplittableRandom(seed);
  }

  SplittableRandom random() {
    return random.split();
  }

  /** Scales a count that is defined for a full run to the size of this run. */
  int scaled(int count) {
    return (int) Math.min(count, Math.max(2, count * operations / OPERATIONS));
  }

  /**
   * Runs one phase, in which a fault strikes until the goal is reached.
   *
   * @param goal the goal of this phase in a full run
   */
  void run(Cluster cluster, Fault fault, Phase.Goal goal, Deadlines deadlines) {
    Phase.Judged judged = judge(cluster, fault, goal, deadlines);
    new ViolationFiles(judged.operations()).keep(fault.name(), judged.violations());
    report.add(cluster.store().databaseName(), Result.of(fault.name(), judged));
    violations.addAll(judged.violations());
    progress.end(judged);
  }

  /** Runs a phase that must find violations. It is not part of the report. */
  List<Violation> control(Cluster cluster, Fault fault, Phase.Goal goal) {
    List<Violation> found = judge(cluster, fault, goal, Deadlines.DEFAULT).violations();
    progress.endControl(found);
    return found;
  }

  /** Returns the violations since the last call, so that each test sees only its own. */
  List<Violation> violationsSinceLastAsked() {
    List<Violation> since = List.copyOf(violations);
    violations.clear();
    return since;
  }

  private Phase.Judged judge(Cluster cluster, Fault fault, Phase.Goal goal, Deadlines deadlines) {
    var scaled =
        new Phase.Goal(
            goal.operations() * operations / OPERATIONS, scaled(goal.strikes()), goal.between());
    return new Phase(cluster.store().nextParticipants(), cluster.nodes(), scaled, random())
        .run(fault, deadlines, progress);
  }

  @Override
  public void close() {
    progress.close();
    report.write();
  }
}
