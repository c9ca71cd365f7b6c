package dev.latchkey.load;

import dev.latchkey.host.HostFault;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks on many connections from one thread, a request at a time on each. One thread because it may
 * have one processor: a thread a connection would spend it on changing between them.
 */
public final class Drive implements AutoCloseable {
    private static final int SLEEP_MILLIS = 100;
    private static final long SLEEPS_FROM_NANOS = 1_500_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long BETWEEN_LOOKS_NANOS = 100 * NANOS_PER_MILLI;

    private final Selector selector;
    private final List<LoadRun> runs = new ArrayList<>();
    private final Optional<PipelineLane> pipeline;
    private final Until until;
    private long start;
    private long nextLook = BETWEEN_LOOKS_NANOS;

    private Drive(List<Load> loads, Optional<Pipeline> beside, Until until) throws IOException {
        this.until = until;
        this.selector = Selector.open();
        try {
            for (Load load : loads) {
                var run = new LoadRun(load, until, this::now);
                runs.add(run);
                run.prepare(selector);
            }
            this.pipeline =
                    beside.isPresent()
                            ? Optional.of(PipelineLane.open(beside.get(), selector))
                            : Optional.empty();
        } catch (IOException refused) {
            runs.forEach(LoadRun::close);
            selector.close();
            throw refused;
        }
    }

    /** When to stop: at a time or, where there is a stock to go round, after so many requests. */
    public record Until(Duration time, long requests) {
        public static Until passed(Duration time) {
            return new Until(time, Long.MAX_VALUE);
        }
    }

    /** What came of each load, in their order, and how many answers the pipelining client got. */
    public record Together(List<Observed> loads, double pipelinedPerSecond) {}

    /**
     * Asks until the limit, or until the callers have nothing left to ask. What was due before the
     * limit is still asked and waited for: a server that falls behind does not get away with it.
     */
    public static Observed run(List<? extends Caller> callers, Pace pace, Until until) {
        return run(Load.of(callers, pace), until);
    }

    public static Observed run(Load load, Until until) {
        return run(List.of(load), Optional.empty(), until).loads().getFirst();
    }

    /** Several loads at the same time, and a client that pipelines beside them. */
    public static Together run(List<Load> loads, Optional<Pipeline> beside, Until until) {
        try (Drive drive = new Drive(loads, beside, until)) {
            return drive.run();
        } catch (IOException broken) {
            String authority = loads.getFirst().callers().getFirst().address().authority();
            throw new HostFault("cannot ask " + authority, broken);
        }
    }

    private Together run() throws IOException {
        start = System.nanoTime();
        runs.forEach(LoadRun::begin);
        while (true) {
            long due = Long.MAX_VALUE;
            for (LoadRun run : runs) {
                due = Math.min(due, run.sendWhatIsDue());
            }
            if (isDone()) {
                break;
            }
            if (now() > nextLook) {
                runs.forEach(LoadRun::giveUp);
                stopPipelineInTime();
                nextLook = now() + BETWEEN_LOOKS_NANOS;
            }
            await(due);
        }
        return new Together(
                runs.stream().map(LoadRun::observed).toList(),
                pipeline.map(lane -> lane.answers() * 1e9 / until.time().toNanos()).orElse(0.0));
    }

    /** What waits behind it is then answered, and its whole wait is seen. */
    private void stopPipelineInTime() throws IOException {
        if (pipeline.isPresent() && now() >= until.time().toNanos()) {
            pipeline.get().close();
        }
    }

    /** A client that pipelines has never asked all it wants, so the time alone decides for it. */
    private boolean isDone() {
        for (LoadRun run : runs) {
            if (!run.isDone()) {
                return false;
            }
        }
        return pipeline.isEmpty() || now() >= until.time().toNanos();
    }

    /**
     * Sleeps too coarsely for what is due soon, so that is waited for awake, but giving way to what
     * shares the processor.
     */
    @SuppressWarnings("ThreadPriorityCheck")
    private void await(long due) throws IOException {
        long pause = due == Long.MAX_VALUE ? Long.MAX_VALUE : due - now();
        if (pause > SLEEPS_FROM_NANOS) {
            long millis = pause / NANOS_PER_MILLI;
            selector.select(Drive::receive, Math.min(SLEEP_MILLIS, millis));
        } else if (selector.selectNow(Drive::receive) == 0) {
            Thread.yield();
        }
    }

    private static void receive(SelectionKey ready) {
        ((Ready) ready.attachment()).ready(ready);
    }

    private long now() {
        return System.nanoTime() - start;
    }

    @Override
    public void close() throws IOException {
        runs.forEach(LoadRun::close);
        if (pipeline.isPresent()) {
            pipeline.get().close();
        }
        selector.close();
    }
}
