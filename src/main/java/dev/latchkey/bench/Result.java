package dev.latchkey.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A scenario under its own load, most often as much as the server takes, and at constant rates to
 * compare that with; and the store's size afterwards.
 */
record Result(
        String name, String load, Measured max, List<AtRate> atRates, OptionalLong storeBytes) {
    static final String FULL = "full";

    record AtRate(double perSecond, Measured measured) {}

    double ratioTo(Result fixed) {
        return max.perSecond() / fixed.max().perSecond();
    }

    long errors() {
        return max.errors() + atRates.stream().mapToLong(rate -> rate.measured().errors()).sum();
    }

    Result withErrors(long more) {
        return new Result(name, load, max.withErrors(more), atRates, storeBytes);
    }

    Result withStore(OptionalLong bytes) {
        return new Result(name, load, max, atRates, bytes);
    }

    Result and(AtRate more) {
        var all = new ArrayList<>(atRates);
        all.add(more);
        return new Result(name, load, max, all, storeBytes);
    }
}
