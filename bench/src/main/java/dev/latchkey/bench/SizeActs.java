package dev.latchkey.bench;

import dev.latchkey.bench.host.ShiftedClock;
import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.bench.store.SizeFiller;
import dev.latchkey.bench.store.StoreStatistics;
import dev.latchkey.cli.Cli;
import dev.latchkey.host.HostFault;
import dev.latchkey.host.TemporaryDirectory;
import dev.latchkey.load.Connection;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadResult;
import dev.latchkey.load.Pace;
import dev.latchkey.model.audit.AuditLimits;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures what happens seldom and concerns many rows: the purge, a revocation of everything, and a
 * node whose clock is wrong.
 */
record SizeActs(SizeTrial trial) {
  private static final int MAX_EXPIRED = 100_000;
  private static final Duration AHEAD = Duration.ofHours(1);

  /** Those that expire during the measurement are not counted. */
  private static final Duration SOON = Duration.ofMinutes(10);

  private static final long AFTER_REVOCATION_NANOS = 2_000_000_000;

  void purge() {
    trial.progress().println("size-purge");
    int expired = (int) Math.min(MAX_EXPIRED, trial.sized().values().size().pairs() / 10);
    trial.restartAfter(() -> addExpired(expired));
    StoreStatistics statistics = trial.statistics();
    // Those of today are in a partition that is not dropped yet.
    Instant now = Instant.now().truncatedTo(ChronoUnit.DAYS);
    Instant oldest = now.minus(AuditLimits.DEFAULT.age());
    try (BesideLoad load = BesideLoad.start(trial.usualLoad())) {
      Purged rotated =
          Purged.watch(
              trial, "rotated refresh tokens", expired, () -> statistics.expiredRotated(now));
      Purged entries =
          Purged.watch(
              trial, "entries of the audit log", expired, () -> statistics.entriesBefore(oldest));
      List<List<LoadResult>> windows = load.stop();
      double added = SizeTrial.average(windows, 1);
      rotated.report(trial.report(), added);
      entries.report(trial.report(), added);
      trial.add("the purge", windows);
    }
  }

  private void addExpired(int expired) {
    new SizeFiller(trial.store().place(), trial.sized().values(), trial.progress())
        .addExpired((long) trial.number() * MAX_EXPIRED, expired);
  }

  /**
   * Revokes everything of the largest organization with the command, and checks its tokens at the
   * same time. The command starts and opens the store beside a load that leaves it little of the
   * processors, so the time until its write is reported by itself.
   */
  void revoke() {
    trial.progress().println("size-revoke");
    int organization = trial.number();
    SizedTokens tokens = trial.tokens();
    long[] revoked = tokens.busy(organization, true);
    var watch = new RevocationWatch(trial.calls(), revoked, tokens);
    tokens.leaveOut(organization);
    List<Load> loads =
        List.of(
            trial.checks(tokens.busy(organization, false)),
            trial.refreshes(),
            Load.of(List.of(watch), new Pace.ClosedLoop()));
    try (BesideLoad load = BesideLoad.start(loads)) {
      long began = System.nanoTime();
      Instant beganAt = Instant.now();
      revokeWithCommand(organization);
      double whole = (System.nanoTime() - began) / 1e9;
      LockSupport.parkNanos(AFTER_REVOCATION_NANOS);
      List<List<LoadResult>> windows = load.stop();
      long lastActive =
          watch
              .lastActiveNanos()
              .orElseThrow(() -> new HostFault("no token to revoke was active: fill a new store"));
      Instant writtenAt =
          trial.statistics().revokedAt(trial.sized().values().organization(organization));
      double write = Duration.between(beganAt, writtenAt).toMillis() / 1e3;
      trial
          .report()
          .add(
              Aim.atMost(
                  String.format(
                      Locale.ROOT,
                      "the last active check after everything of an"
                          + " organization with %,d grants was revoked",
                      trial.sized().values().grantsOf(organization)),
                  (lastActive - began) / 1e9 - write,
                  1,
                  " s"));
      trial.report().add("the write, after the start of the command", write, " s");
      trial.report().add("the command that revoked everything", whole, " s");
      trial.add("the revocation", windows);
    }
    trial
        .report()
        .add(
            Aim.atMost(
                "tokens that are active after the revocation",
                (double) trial.active(revoked),
                0,
                ""));
  }

  /** The command runs in this process, because the start of another one would be measured too. */
  private void revokeWithCommand(int organization) {
    var arguments =
        new ArrayList<>(
            List.of(
                "token",
                "revoke",
                "--yes",
                "--json",
                "--organization",
                trial.sized().values().organization(organization).value(),
                "--data",
                trial.store().directory().toString()));
    trial.store().database().ifPresent(url -> arguments.addAll(List.of("--database", url)));
    PrintStream out = System.out;
    System.setOut(trial.progress());
    try {
      if (Cli.run(arguments.toArray(String[]::new)) != 0) {
        throw new HostFault("the command that revokes everything has failed");
      }
    } finally {
      System.setOut(out);
    }
  }

  /** A second node, whose clock is ahead, on the same database. SQLite has one node only. */
  void startNodeAhead() {
    if (!trial.sized().isPostgres()) {
      trial.report().note("A node with a wrong clock needs PostgreSQL: SQLite has one node.");
      return;
    }
    trial.progress().println("size-clock");
    Instant soon = Instant.now().plus(SOON);
    StoreStatistics statistics = trial.statistics();
    long before = statistics.rotatedThatExpire(soon, soon.plus(AHEAD));
    try (TemporaryDirectory directory = TemporaryDirectory.make();
        StartedServer ahead =
            trial
                .store()
                .serve(
                    ShiftedClock.aheadBy(AHEAD.plus(SOON), directory.path())::before,
                    trial.upstream().address())) {
      long after =
          trial.await(
              () -> statistics.rotatedThatExpire(soon, soon.plus(AHEAD)), left -> left < before);
      trial
          .report()
          .add(
              Aim.atMost(
                  String.format(
                      Locale.ROOT,
                      "rotated pairs deleted by a node whose clock is an hour ahead,"
                          + " of %,d that expire in this hour",
                      before),
                  (double) (before - after),
                  0,
                  ""));
      trial.report().add(Aim.exactly("its readiness", readiness(ahead), 503, ""));
    }
  }

  private static int readiness(StartedServer node) {
    try (Connection connection = Connection.open(node.address())) {
      return connection.ask(node.address().get("/health/ready")).status();
    } catch (IOException broken) {
      throw new HostFault("the second node cannot be reached", broken);
    }
  }
}
