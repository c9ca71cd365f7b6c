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

/** Warms up, loads and reads off; the same way for everything that is compared. */
final class Meter {
    private static final List<Double> SHARES = List.of(0.5, 0.8);

    /** Runs whose yardstick moved are measured again; those that use up a stock only once. */
    private static final int MOST_TRIES = 3;

    private static final int MOST_TRIES_OF_STOCK = 2;

    /** So many times is a load measured that goes round a stock: windows, tries and rates. */
    static final int MOST_LOADS = WarmUp.MOST_WINDOWS + MOST_TRIES_OF_STOCK + SHARES.size();

    /** Enough to ask about a million tokens for the first time. */
    private static final Duration ONE_BY_ONE = Duration.ofMinutes(3);

    private static final int MOST_DURATIONS = 30;

    private final Plan plan;
    private final PrintStream progress;
    private final Baselines baselines;
    private final Optional<Postgres> database;

    Meter(Plan plan, PrintStream progress, Baselines baselines, Optional<Postgres> database) {
        this.plan = plan;
        this.progress = progress;
        this.baselines = baselines;
        this.database = database;
    }

    /** As many callers as the plan has connections. */
    <C extends Caller> List<C> callers(IntFunction<C> caller) {
        return IntStream.range(0, plan.connections()).mapToObj(caller).toList();
    }

    /** At full load, and then at constant rates below what that reached. */
    Result result(Target target, List<? extends Caller> callers) {
        return result(target, callers, Long.MAX_VALUE);
    }

    /** The same with at most so many requests at each load, where there is a stock to go round. */
    Result result(Target target, List<? extends Caller> callers, long most) {
        Result result = full(target, callers, most);
        for (double share : SHARES) {
            double rate = share * result.max().perSecond();
            if (rate >= 1) {
                Pace pace = new Pace.ConstantRate(rate);
                Measured measured = measure(target.server(), callers, pace, briefly(most));
                result = result.and(new Result.AtRate(rate, measured));
            }
        }
        return result;
    }

    /** Without a warm-up, until the callers have asked all that they have to. */
    Result once(String name, Optional<ServerProcess> server, List<? extends Caller> callers) {
        progress.println(name);
        Measured seen =
                measure(
                        server,
                        callers,
                        new Pace.ClosedLoop(),
                        new LoadDriver.Until(ONE_BY_ONE, Long.MAX_VALUE));
        return Result.of(name, "once", seen);
    }

    /** Not measured: so many requests more, or as many as there is time for. */
    LoadResult upTo(long requests, List<? extends Caller> callers) {
        LoadResult seen = LoadDriver.run(callers, new Pace.ClosedLoop(), patiently(requests));
        seen.firstError().ifPresent(this::say);
        return seen;
    }

    Result full(Target target, List<? extends Caller> callers) {
        return full(target, callers, Long.MAX_VALUE);
    }

    private Result full(Target target, List<? extends Caller> callers, long most) {
        progress.println(target.name());
        var remarks = new ArrayList<String>();
        warmUp(callers, most).ifPresent(remarks::add);
        int tries = most == Long.MAX_VALUE ? MOST_TRIES : MOST_TRIES_OF_STOCK;
        Baselines.Around best = around(target, callers, most);
        int tried = 1;
        while (tried < tries && !best.isValid()) {
            Baselines.Around again = around(target, callers, most);
            best = again.isValid() || again.worstSpread() < best.worstSpread() ? again : best;
            tried++;
        }
        for (Baseline baseline : best.baselines()) {
            baseline.objection()
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
                new Result.Beside(best.baselines(), remarks, false));
    }

    private Baselines.Around around(Target target, List<? extends Caller> callers, long most) {
        return baselines.around(
                target.method(),
                () -> measure(target.server(), callers, new Pace.ClosedLoop(), briefly(most)));
    }

    /** Until two windows agree: on one processor the compiler takes its time from the server. */
    private Optional<String> warmUp(List<? extends Caller> callers, long most) {
        var warmUp = new WarmUp();
        while (!warmUp.isOver()) {
            LoadResult seen =
                    LoadDriver.run(
                            callers,
                            new Pace.ClosedLoop(),
                            new LoadDriver.Until(plan.duration(), most));
            seen.firstError().ifPresent(this::say);
            warmUp.add(seen.perSecond());
        }
        return warmUp.isSteady()
                ? Optional.empty()
                : Optional.of(
                        "not warm: no two of %d windows in a row agreed within 5 %%"
                                .formatted(warmUp.windows()));
    }

    /** At full load once more, of what is warm already. */
    Measured again(Optional<ServerProcess> server, List<? extends Caller> callers) {
        return measure(server, callers, new Pace.ClosedLoop(), briefly(Long.MAX_VALUE));
    }

    Result.AtRate atRate(
            double perSecond, Optional<ServerProcess> server, List<? extends Caller> callers) {
        Pace pace = new Pace.ConstantRate(perSecond);
        return new Result.AtRate(
                perSecond, measure(server, callers, pace, briefly(Long.MAX_VALUE)));
    }

    private Measured measure(
            Optional<ServerProcess> server,
            List<? extends Caller> callers,
            Pace pace,
            LoadDriver.Until until) {
        long began = System.nanoTime();
        Optional<Duration> before = database.map(Postgres::cpu);
        Measured measured = Measured.during(server, Load.of(callers, pace), until, this::say);
        return before.isPresent() ? measured.withDatabase(cores(before.get(), began)) : measured;
    }

    private OptionalDouble cores(Duration before, long began) {
        Duration used = database.orElseThrow().cpu().minus(before);
        return OptionalDouble.of((double) used.toNanos() / (System.nanoTime() - began));
    }

    private LoadDriver.Until briefly(long most) {
        return new LoadDriver.Until(plan.duration(), most);
    }

    private LoadDriver.Until patiently(long most) {
        return new LoadDriver.Until(plan.duration().multipliedBy(MOST_DURATIONS), most);
    }

    /** A scenario that does not go through {@link #full} begins. */
    void begin(String name) {
        progress.println(name);
    }

    void say(String line) {
        progress.println("  " + line);
    }
}
