package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Deadlines;
import dev.latchkey.faults.inject.NodeClock;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** The clocks of the nodes are set, each to another time, and set right again. */
final class SteppedClocks implements Fault {
    /** No clock is ever further than this from the right time. */
    static final Duration MOST = Duration.ofMinutes(2);

    static final Deadlines DEADLINES =
            new Deadlines(
                    Deadlines.DEFAULT.code(), Deadlines.DEFAULT.grace(), MOST.multipliedBy(2));

    private final List<NodeClock> clocks;
    private final SplittableRandom random;

    SteppedClocks(List<NodeClock> clocks, SplittableRandom random) {
        this.clocks = clocks;
        this.random = random;
    }

    @Override
    public String name() {
        return "clocks stepped and apart";
    }

    @Override
    public void strike() {
        clocks.forEach(clock ->
                clock.setOffset(
                        Duration.ofMillis(random.nextLong(-MOST.toMillis(), MOST.toMillis()))));
    }

    @Override
    public void heal() {
        clocks.forEach(clock -> clock.setOffset(Duration.ZERO));
    }

    @Override
    public Duration lasts() {
        return Duration.ofSeconds(5);
    }
}
