package dev.latchkey.bench;

import dev.latchkey.bench.host.ServerProcess;
import dev.latchkey.bench.load.Caller;
import dev.latchkey.bench.load.Drive;
import dev.latchkey.bench.load.Observed;
import dev.latchkey.bench.load.Pace;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Warms up, loads and reads off; the same way for everything that is compared. */
final class Meter {
    private static final List<Double> SHARES = List.of(0.5, 0.8);
    private static final int FEWEST_ROUNDS = 4;
    static final int MOST_ROUNDS = 6;

    /** Enough to ask about a million tokens for the first time. */
    private static final Duration ONE_BY_ONE = Duration.ofMinutes(3);

    private static final int MOST_DURATIONS = 30;
    private static final double WORTH_GOING_ON = 1.1;

    private final Plan plan;
    private final PrintStream progress;

    Meter(Plan plan, PrintStream progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** As many callers as the plan has connections. */
    <C extends Caller> List<C> callers(IntFunction<C> caller) {
        return IntStream.range(0, plan.connections()).mapToObj(caller).toList();
    }

    /** At full load, and then at constant rates below what that reached. */
    Result result(String name, Optional<ServerProcess> server, List<? extends Caller> callers) {
        return result(name, server, callers, Long.MAX_VALUE);
    }

    /** The same with at most so many requests at each load, where there is a stock to go round. */
    Result result(
            String name,
            Optional<ServerProcess> server,
            List<? extends Caller> callers,
            long most) {
        Result result = full(name, server, callers, most);
        for (double share : SHARES) {
            double rate = share * result.max().perSecond();
            if (rate >= 1) {
                Pace pace = new Pace.Constant(rate);
                result =
                        result.and(
                                new Result.AtRate(
                                        rate, measure(server, callers, pace, briefly(most))));
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
                        new Pace.AsAnswered(),
                        new Drive.Until(ONE_BY_ONE, Long.MAX_VALUE));
        return new Result(name, "once", seen, List.of(), OptionalLong.empty());
    }

    /** Not measured: so many requests more, or as many as there is time for. */
    Observed upTo(long requests, List<? extends Caller> callers) {
        Observed seen = Drive.run(callers, new Pace.AsAnswered(), patiently(requests));
        say(seen);
        return seen;
    }

    Result full(String name, Optional<ServerProcess> server, List<? extends Caller> callers) {
        return full(name, server, callers, Long.MAX_VALUE);
    }

    private Result full(
            String name,
            Optional<ServerProcess> server,
            List<? extends Caller> callers,
            long most) {
        progress.println(name);
        warmUp(callers, most);
        Measured max = measure(server, callers, new Pace.AsAnswered(), briefly(most));
        return new Result(name, Result.FULL, max, List.of(), OptionalLong.empty());
    }

    /**
     * Until it gets hardly faster: on one processor the compiler takes its time from the server.
     */
    private void warmUp(List<? extends Caller> callers, long most) {
        double before = 0;
        double rate = 0;
        for (int round = 1;
                round <= MOST_ROUNDS && (round <= FEWEST_ROUNDS || rate > WORTH_GOING_ON * before);
                round++) {
            before = rate;
            var until = new Drive.Until(plan.duration(), most);
            Observed seen = Drive.run(callers, new Pace.AsAnswered(), until);
            say(seen);
            rate = seen.perSecond();
        }
    }

    Result.AtRate atRate(
            double perSecond, Optional<ServerProcess> server, List<? extends Caller> callers) {
        return new Result.AtRate(
                perSecond,
                measure(server, callers, new Pace.Constant(perSecond), briefly(Long.MAX_VALUE)));
    }

    private Measured measure(
            Optional<ServerProcess> server,
            List<? extends Caller> callers,
            Pace pace,
            Drive.Until until) {
        Optional<Duration> before = server.flatMap(ServerProcess::cpu);
        Observed seen = Drive.run(callers, pace, until);
        Optional<Duration> used =
                before.flatMap(
                        start -> server.flatMap(ServerProcess::cpu).map(end -> end.minus(start)));
        say(seen);
        OptionalLong resident =
                server.map(ServerProcess::residentKilobytes).orElse(OptionalLong.empty());
        return Measured.of(seen, used, resident);
    }

    private Drive.Until briefly(long most) {
        return new Drive.Until(plan.duration(), most);
    }

    private Drive.Until patiently(long most) {
        return new Drive.Until(plan.duration().multipliedBy(MOST_DURATIONS), most);
    }

    void say(String line) {
        progress.println("  " + line);
    }

    private void say(Observed seen) {
        seen.firstError().ifPresent(this::say);
    }
}
