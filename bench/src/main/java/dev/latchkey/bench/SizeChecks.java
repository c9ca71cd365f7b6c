package dev.latchkey.bench;

import dev.latchkey.bench.store.StoreSize;
import dev.latchkey.bench.store.StoreStatistics;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadResult;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** Measures checks at rest and beside refreshes, and what a token and a refresh need. */
record SizeChecks(SizeTrial trial) {
  /** With fewer tokens, most of what the heap has gained is not theirs. */
  private static final long FEWEST_TO_SHARE_THE_HEAP = 100_000;

  void reportSizes() {
    StoreStatistics statistics = trial.statistics();
    StoreSize size = trial.sized().values().size();
    double pair = (double) statistics.bytesOf("pairs") / size.grants();
    double rotated =
        (double) statistics.bytesOf("rotated_refresh") / (size.pairs() - size.grants());
    double grant = (double) statistics.bytesOf("grants") / size.grants();
    Report report = trial.report();
    report.add("an active pair with its indexes", pair, " bytes");
    report.add("a rotated pair with its index", rotated, " bytes");
    report.add("a grant with its indexes", grant, " bytes");
    report.add(
        "an entry of the audit log with its indexes",
        (double) statistics.bytesOf("audit") / size.audit(),
        " bytes");
    report.add(
        "an active token on disk: its pair, its grant and a rotated pair",
        pair + rotated * StoreSize.ROTATED + grant,
        " bytes");
    report.add("the whole store", statistics.bytes() / 1e9, " GB");
  }

  /** Checks every busy token once. */
  void fillCache() {
    trial.progress().println("checking each of " + trial.plan().busy() + " tokens");
    trial.run(List.of(trial.refreshes()), Duration.ofSeconds(1));
    OptionalLong before = trial.server().process().liveHeapBytes();
    Load each = trial.each(trial.tokens().busy());
    LoadResult first = trial.run(List.of(each), SizeTrial.LONGEST_CHECK).getFirst();
    trial.add("size-first", "once", first);
    OptionalLong filled = trial.server().process().liveHeapBytes();
    trial
        .report()
        .add(
            "the token cache of a node after that",
            ServerMetrics.of(trial.server()).cacheBytes() / 1e6,
            " MB");
    long checked = first.latencies().getTotalCount();
    if (checked >= FEWEST_TO_SHARE_THE_HEAP && before.isPresent() && filled.isPresent()) {
      trial
          .report()
          .add(
              "a token in the memory of a node",
              (double) (filled.getAsLong() - before.getAsLong()) / checked,
              " bytes");
    }
  }

  /** What a refresh writes, while nothing else is sent. */
  void measureLog() {
    trial.progress().println("size-refresh");
    if (trial.sized().isPostgres()) {
      trial.statistics().checkpoint();
    }
    long before = trial.writtenBytes();
    LoadResult refreshes = trial.run(List.of(trial.refreshes()), trial.plan().part()).getFirst();
    trial.add("size-refresh", "alone", refreshes);
    addLog(
        trial.sized().isPostgres() ? "a refresh after a checkpoint" : "a refresh",
        before,
        refreshes.latencies().getTotalCount());
  }

  private void addLog(String what, long before, long refreshes) {
    trial
        .report()
        .add(
            what + (trial.sized().isPostgres() ? ", in PostgreSQL's log" : ", written to the disk"),
            (double) (trial.writtenBytes() - before) / Math.max(1, refreshes),
            " bytes");
  }

  void measure() {
    LoadResult before = atRest("size-rest-before");
    double beside = besideRefreshes();
    LoadResult after = atRest("size-rest-after");
    trial
        .report()
        .add(
            Aim.atLeast(
                "checks beside refreshes: rate as a share of that at rest",
                2 * beside / (before.perSecond() + after.perSecond()),
                0.9,
                ""));
  }

  private LoadResult atRest(String name) {
    trial.progress().println(name);
    List<Load> checks = List.of(trial.checks(trial.tokens().busy()));
    trial.run(checks, trial.plan().part());
    return trial.add(name, "full", trial.run(checks, trial.plan().part()).getFirst());
  }

  private double besideRefreshes() {
    trial.progress().println("size-checks, " + Math.round(trial.plan().seconds()) + " seconds");
    List<Load> loads = trial.usualLoad();
    long logBefore = trial.writtenBytes();
    List<LoadResult> most = trial.run(loads, trial.plan().all().minus(trial.plan().part()));
    ServerMetrics metrics = ServerMetrics.of(trial.server());
    long lookUps = metrics.lookUps();
    List<LoadResult> last = trial.run(loads, trial.plan().part());
    long missed = metrics.lookUps() - lookUps;
    trial.add("size-checks", "beside", most.getFirst());
    trial.add("size-refreshes", "beside", most.getLast());
    trial
        .report()
        .add(
            Aim.atLeast(
                "checks of unchanged tokens that the cache answers at the end",
                1 - (double) missed / last.getFirst().latencies().getTotalCount(),
                0.99,
                ""));
    addLog(
        "a refresh beside checks",
        logBefore,
        most.getLast().latencies().getTotalCount() + last.getLast().latencies().getTotalCount());
    return most.getFirst().perSecond();
  }
}
