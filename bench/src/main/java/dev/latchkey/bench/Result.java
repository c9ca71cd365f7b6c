package dev.latchkey.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A scenario under its own load, most often as much as the server takes, and at constant rates to
 * compare that with; the store's size afterwards; and what was measured beside it.
 */
record Result(
        String name,
        String load,
        Measured max,
        List<AtRate> atRates,
        OptionalLong storeBytes,
        Beside beside) {
    static final String FULL = "full";

    record AtRate(double perSecond, Measured measured) {}

    /**
     * The yardsticks around the load, and what a reader has to know about the measurement.
     *
     * @param isDetailed whether the table shows the yardsticks themselves
     */
    record Beside(List<Baseline> baselines, List<String> remarks, boolean isDetailed) {
        static final Beside NOTHING = new Beside(List.of(), List.of(), false);
    }

    static Result of(String name, String load, Measured max) {
        return new Result(name, load, max, List.of(), OptionalLong.empty(), Beside.NOTHING);
    }

    Optional<Baseline> baseline(String which) {
        return beside.baselines().stream().filter(each -> each.name().equals(which)).findFirst();
    }

    /** The rate as a share of a yardstick's, unless there is an objection to it. */
    OptionalDouble ratioTo(String which) {
        return baseline(which)
                .filter(baseline -> baseline.objection().isEmpty())
                .map(baseline -> OptionalDouble.of(max.perSecond() / baseline.perSecond()))
                .orElse(OptionalDouble.empty());
    }

    long errors() {
        return max.errors() + atRates.stream().mapToLong(rate -> rate.measured().errors()).sum();
    }

    Result withErrors(long more) {
        return new Result(name, load, max.withErrors(more), atRates, storeBytes, beside);
    }

    Result withStore(OptionalLong bytes) {
        return new Result(name, load, max, atRates, bytes, beside);
    }

    Result with(Beside measured) {
        return new Result(name, load, max, atRates, storeBytes, measured);
    }

    Result detailed() {
        return with(new Beside(beside.baselines(), beside.remarks(), true));
    }

    Result and(AtRate more) {
        var all = new ArrayList<>(atRates);
        all.add(more);
        return new Result(name, load, max, all, storeBytes, beside);
    }
}
