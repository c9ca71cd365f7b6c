package dev.latchkey.bench;

import java.util.Optional;

/**
 * A fixed answer of another server, measured before and after a run. Only if both are nearly the
 * same was the machine the same, and only if that server had its processor full was it measured and
 * not the load generator.
 *
 * @param wantsFullProcessor whether the server has a processor that it can be seen to fill
 */
record Baseline(String name, Measured before, Measured after, boolean wantsFullProcessor) {
    static final double MOST_SPREAD = 0.1;

    private static final double FULL = 0.9;

    double perSecond() {
        return (before.perSecond() + after.perSecond()) / 2;
    }

    double p99Micros() {
        return (before.p99Micros() + after.p99Micros()) / 2;
    }

    double spread() {
        return Spread.of(before.perSecond(), after.perSecond());
    }

    /** Why no ratio to it may be given. */
    Optional<String> objection() {
        if (before.errors() + after.errors() > 0) {
            return Optional.of(name + " gave a wrong answer");
        }
        if (!(spread() <= MOST_SPREAD)) {
            return Optional.of("%s differed by %.0f %%".formatted(name, 100 * spread()));
        }
        if (wantsFullProcessor && Math.min(cores(before), cores(after)) < FULL) {
            return Optional.of(
                    "%s had only %.2f of its processor: the load, or another program, was the limit"
                            .formatted(name, Math.min(cores(before), cores(after))));
        }
        return Optional.empty();
    }

    private static double cores(Measured one) {
        return one.cores().orElse(1);
    }
}
