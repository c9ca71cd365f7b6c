package dev.latchkey.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A scenario at full load and at constant rates below that, and the store's size afterwards. */
record Result(String name, Measured max, List<AtRate> atRates, OptionalLong storeBytes) {
    record AtRate(double perSecond, Measured measured) {}

    double ratioTo(Result fixed) {
        return max.perSecond() / fixed.max().perSecond();
    }

    long errors() {
        return max.errors() + atRates.stream().mapToLong(rate -> rate.measured().errors()).sum();
    }

    Result withErrors(long more) {
        return new Result(name, max.withErrors(more), atRates, storeBytes);
    }

    Result withStore(OptionalLong bytes) {
        return new Result(name, max, atRates, bytes);
    }

    Result and(AtRate more) {
        var all = new ArrayList<>(atRates);
        all.add(more);
        return new Result(name, max, all, storeBytes);
    }
}
