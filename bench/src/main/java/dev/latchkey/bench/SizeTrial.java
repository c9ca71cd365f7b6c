package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.bench.store.StoreStatistics;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.LoadResult;
import dev.latchkey.load.Pace;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** A server on a store at size, its load, and the report: what every measurement at size needs. */
final class SizeTrial implements AutoCloseable {
  private static final int CHECKING = 64;
  private static final int REFRESHING = 32;
  static final Duration LONGEST_CHECK = Duration.ofMinutes(10);
  private static final long BETWEEN_LOOKS_NANOS = 250_000_000;

  private final SizePlan plan;
  private final SizedStore sized;
  private final Cores cores;
  private final Report report;
  private final PrintStream progress;
  private final int number;
  private final SizedTokens tokens;
  private final StartedServer upstream;
  private StartedServer server;

  /** {@code upstream} is the service behind the gateway of the server. It is not closed here. */
  SizeTrial(SizePlan plan, SizedStore sized, StartedServer upstream, Output output) {
    this.plan = plan;
    this.sized = sized;
    this.cores = output.cores();
    this.report = output.report();
    this.progress = output.progress();
    SizedStore.Run run = sized.takeRun(plan.tokensOfRun());
    this.number = run.number();
    this.tokens = new SizedTokens(sized.values(), plan.busy(), run);
    this.upstream = upstream;
    this.server = start();
  }

  /** The processors of the programs, and where results and progress go. */
  record Output(Cores cores, Report report, PrintStream progress) {}

  private StartedServer start() {
    return sized.store().serveWithMetrics(cores::forServer, upstream.address());
  }

  /** Stops the server, so that the store can be changed, and starts it again. */
  void restartAfter(Runnable change) {
    server.close();
    change.run();
    server = start();
  }

  SizePlan plan() {
    return plan;
  }

  SizedStore sized() {
    return sized;
  }

  BenchStore store() {
    return sized.store();
  }

  StoreStatistics statistics() {
    return sized.store().statistics();
  }

  SizedTokens tokens() {
    return tokens;
  }

  StartedServer server() {
    return server;
  }

  StartedServer upstream() {
    return upstream;
  }

  Report report() {
    return report;
  }

  PrintStream progress() {
    return progress;
  }

  /** How many runs there have been on this store before. */
  int number() {
    return number;
  }

  Calls calls() {
    return new Calls(server.address(), sized.store().identity());
  }

  /** The log of PostgreSQL, or what the process of SQLite has written. */
  long writtenBytes() {
    return sized.isPostgres() ? statistics().logBytes() : server.process().writtenBytes().orElse(0);
  }

  Load each(long[] grants) {
    return Load.of(tokens.eachOnce(calls(), grants, CHECKING), new Pace.ClosedLoop());
  }

  /** How many of these tokens are active. */
  long active(long[] grants) {
    LoadResult once = run(List.of(each(grants)), LONGEST_CHECK).getFirst();
    if (once.unanswered() > 0 || once.latencies().getTotalCount() + once.wrong() < grants.length) {
      throw new HostFault("not all of %,d tokens could be checked".formatted(grants.length));
    }
    return once.latencies().getTotalCount();
  }

  Load checks(long[] grants) {
    Calls calls = calls();
    return Load.of(
        IntStream.range(0, CHECKING).mapToObj(i -> tokens.check(calls, grants, i)).toList(),
        new Pace.ClosedLoop());
  }

  Load refreshes() {
    Calls calls = calls();
    return Load.of(
        IntStream.range(0, REFRESHING).mapToObj(i -> tokens.refresh(calls)).toList(),
        new Pace.ConstantRate(plan.refreshes()));
  }

  /** Checks of any busy token, and refreshes. */
  List<Load> usualLoad() {
    return List.of(checks(tokens.busy()), refreshes());
  }

  List<LoadResult> run(List<Load> loads, Duration time) {
    return LoadDriver.run(loads, Optional.empty(), LoadDriver.Until.elapsed(time)).loads();
  }

  LoadResult add(String name, String load, LoadResult seen) {
    seen.firstError().ifPresent(why -> progress.println("  " + why));
    report.add(Result.of(name, load, Measurement.of(seen)));
    return seen;
  }

  /** Adds what a load in windows did beside a measurement. */
  void add(String beside, List<List<LoadResult>> windows) {
    windows.stream()
        .flatMap(List::stream)
        .flatMap(result -> result.firstError().stream())
        .limit(1)
        .forEach(why -> report.fail("Beside " + beside + ": " + why));
    report.note(
        String.format(
            Locale.ROOT,
            "Beside %s there were %,.0f checks a second.",
            beside,
            average(windows, 0)));
  }

  /** The average rate of one of the loads. */
  static double average(List<List<LoadResult>> windows, int load) {
    return windows.stream().mapToDouble(each -> each.get(load).perSecond()).average().orElse(0);
  }

  /** Waits until a number is as expected, but no longer than until the purge has begun. */
  long await(LongSupplier counting, LongPredicate expected) {
    long start = System.nanoTime();
    long count = counting.getAsLong();
    while (!expected.test(count) && System.nanoTime() - start < plan.untilPurge().toNanos()) {
      LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
      count = counting.getAsLong();
    }
    return count;
  }

  @Override
  public void close() {
    server.close();
  }
}
