package dev.latchkey.bench;

import dev.latchkey.bench.host.Postgres;
import dev.latchkey.bench.host.ServerProcess;
import dev.latchkey.load.Caller;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.LoadResult;
import dev.latchkey.load.Pace;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Warms up a server, runs a load and measures it, in the same way for all servers that are
 * compared.
 */
final class Meter {
  private static final List<Double> SHARES = List.of(0.5, 0.8);

  /**
   * The most attempts of one run. A run is measured again if the rate of its yardstick has changed.
   */
  private static final int MAX_TRIES = 3;

  /** The most attempts of a run that uses up a stock of tokens or codes. */
  private static final int MAX_TRIES_OF_STOCK = 2;

  /**
   * How often a load that uses up a stock is measured at most: warm-up windows, attempts and
   * constant rates.
   */
  static final int MAX_LOADS = WarmUp.MAX_WINDOWS + MAX_TRIES_OF_STOCK + SHARES.size();

  /** The longest time of {@link #once}: enough for the first check of each of a million tokens. */
  private static final Duration ONE_BY_ONE = Duration.ofMinutes(3);

  private static final int MAX_DURATIONS = 30;

  private final Plan plan;
  private final PrintStream progress;
  private final BaselineServers baselines;
  private final Optional<Postgres> database;

  Meter(Plan plan, PrintStream progress, BaselineServers baselines, Optional<Postgres> database) {
    this.plan = plan;
    this.progress = progress;
    this.baselines = baselines;
    this.database = database;
  }

  /** Creates as many callers as the plan has connections. */
  <C extends Caller> List<C> callers(IntFunction<C> caller) {
    return IntStream.range(0, plan.connections()).mapToObj(caller).toList();
  }

  /**
   * Measures at full load, and then at constant rates below the rate that full load has reached.
   */
  Result result(Target target, List<? extends Caller> callers) {
    return result(target, callers, Long.MAX_VALUE);
  }

  /**
   * The same with at most {@code most} requests at each load, so that a limited stock lasts for all
   * loads.
   */
  Result result(Target target, List<? extends Caller> callers, long most) {
    Result result = full(target, callers, most);
    for (double share : SHARES) {
      double rate = share * result.max().perSecond();
      if (rate >= 1) {
        Pace pace = new Pace.ConstantRate(rate);
        Measurement measured = measure(target.server(), callers, pace, forOneWindow(most));
        result = result.and(new Result.AtRate(rate, measured));
      }
    }
    return result;
  }

  /** Measures without a warm-up, until the callers have no more requests. */
  Result once(String name, Optional<ServerProcess> server, List<? extends Caller> callers) {
    progress.println(name);
    Measurement seen =
        measure(
            server,
            callers,
            new Pace.ClosedLoop(),
            new LoadDriver.Until(ONE_BY_ONE, Long.MAX_VALUE));
    return Result.of(name, "once", seen);
  }

  /**
   * Sends up to {@code requests} requests, as many as there is time for, without measuring them.
   */
  LoadResult sendUpTo(long requests, List<? extends Caller> callers) {
    LoadResult seen = LoadDriver.run(callers, new Pace.ClosedLoop(), forManyWindows(requests));
    seen.firstError().ifPresent(this::print);
    return seen;
  }

  Result full(Target target, List<? extends Caller> callers) {
    return full(target, callers, Long.MAX_VALUE);
  }

  private Result full(Target target, List<? extends Caller> callers, long most) {
    progress.println(target.name());
    var remarks = new ArrayList<String>();
    warmUp(callers, most).ifPresent(remarks::add);
    int tries = most == Long.MAX_VALUE ? MAX_TRIES : MAX_TRIES_OF_STOCK;
    BaselineServers.ComparedRun best = measureWithBaselines(target, callers, most);
    int tried = 1;
    while (tried < tries && !best.isValid()) {
      BaselineServers.ComparedRun again = measureWithBaselines(target, callers, most);
      best = again.isValid() || again.worstSpread() < best.worstSpread() ? again : best;
      tried++;
    }
    for (Baseline baseline : best.baselines()) {
      baseline
          .objection()
          .map(why -> "no ratio to %s: %s".formatted(baseline.name(), why))
          .ifPresent(remarks::add);
    }
    if (tried > 1) {
      remarks.add("measured %d times, because a yardstick moved".formatted(tried));
    }
    return new Result(
        target.name(),
        Result.FULL,
        best.run(),
        List.of(),
        OptionalLong.empty(),
        new Result.Yardsticks(best.baselines(), remarks, false));
  }

  private BaselineServers.ComparedRun measureWithBaselines(
      Target target, List<? extends Caller> callers, long most) {
    return baselines.measureWith(
        target.method(),
        () -> measure(target.server(), callers, new Pace.ClosedLoop(), forOneWindow(most)));
  }

  /**
   * Runs the load until the rates of two windows agree. On one processor, the JIT compiler takes
   * processor time from the server. Returns a remark if the rates never agree.
   */
  private Optional<String> warmUp(List<? extends Caller> callers, long most) {
    var warmUp = new WarmUp();
    while (!warmUp.isOver()) {
      LoadResult seen =
          LoadDriver.run(
              callers, new Pace.ClosedLoop(), new LoadDriver.Until(plan.duration(), most));
      seen.firstError().ifPresent(this::print);
      warmUp.add(seen.perSecond());
    }
    return warmUp.isSteady()
        ? Optional.empty()
        : Optional.of(
            "not warm: no two of %d windows in a row agreed within 5 %%"
                .formatted(warmUp.windows()));
  }

  /** Measures a server that is already warm once more, at full load. */
  Measurement measureAgain(Optional<ServerProcess> server, List<? extends Caller> callers) {
    return measure(server, callers, new Pace.ClosedLoop(), forOneWindow(Long.MAX_VALUE));
  }

  Result.AtRate atRate(
      double perSecond, Optional<ServerProcess> server, List<? extends Caller> callers) {
    Pace pace = new Pace.ConstantRate(perSecond);
    return new Result.AtRate(
        perSecond, measure(server, callers, pace, forOneWindow(Long.MAX_VALUE)));
  }

  private Measurement measure(
      Optional<ServerProcess> server,
      List<? extends Caller> callers,
      Pace pace,
      LoadDriver.Until until) {
    long start = System.nanoTime();
    Optional<Duration> before = database.map(Postgres::cpu);
    Measurement measured = Measurement.during(server, Load.of(callers, pace), until, this::print);
    return before.isPresent() ? measured.withDatabase(cores(before.get(), start)) : measured;
  }

  private OptionalDouble cores(Duration before, long start) {
    Duration used = database.orElseThrow().cpu().minus(before);
    return OptionalDouble.of((double) used.toNanos() / (System.nanoTime() - start));
  }

  private LoadDriver.Until forOneWindow(long most) {
    return new LoadDriver.Until(plan.duration(), most);
  }

  private LoadDriver.Until forManyWindows(long most) {
    return new LoadDriver.Until(plan.duration().multipliedBy(MAX_DURATIONS), most);
  }

  /** Prints the name of a scenario that does not use {@link #full}. */
  void printName(String name) {
    progress.println(name);
  }

  void print(String line) {
    progress.println("  " + line);
  }
}
