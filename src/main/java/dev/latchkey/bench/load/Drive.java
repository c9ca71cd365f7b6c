package dev.latchkey.bench.load;

import dev.latchkey.config.ConfigFault;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.HdrHistogram.Histogram;

/**
 * Asks on many connections from one thread, a request at a time on each. One thread because it may
 * have one processor: a thread a connection would spend it on changing between them.
 */
public final class Drive implements AutoCloseable {
    private static final int SLEEP_MILLIS = 100;
    private static final long SLEEPS_FROM_NANOS = 1_500_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long PATIENCE_NANOS = 30_000 * NANOS_PER_MILLI;

    private final Selector selector;
    private final List<Lane> lanes = new ArrayList<>();
    private final Queue<Lane> idle = new ArrayDeque<>();
    private final Pace pace;
    private final long limit;
    private final long most;
    private final Histogram latencies = Observed.histogram();

    private long start;
    private long asked;
    private long lastAnswer;
    private int underWay;
    private long errors;
    private Optional<String> firstError = Optional.empty();

    private Drive(List<? extends Caller> callers, Pace pace, Until until) throws IOException {
        this.pace = pace;
        this.limit = until.time().toNanos();
        this.most = until.requests();
        this.selector = Selector.open();
        try {
            for (Caller caller : callers) {
                lanes.add(Lane.open(caller, selector));
            }
        } catch (IOException refused) {
            close();
            throw refused;
        }
        idle.addAll(lanes);
    }

    /** When to stop: at a time or, where there is a stock to go round, after so many requests. */
    public record Until(Duration time, long requests) {
        public static Until passed(Duration time) {
            return new Until(time, Long.MAX_VALUE);
        }
    }

    /**
     * Asks until the limit, or until the callers have nothing left to ask. What was due before the
     * limit is still asked and waited for: a server that falls behind does not get away with it.
     */
    public static Observed run(List<? extends Caller> callers, Pace pace, Until until) {
        try (Drive drive = new Drive(callers, pace, until)) {
            return drive.run();
        } catch (IOException broken) {
            throw new ConfigFault("cannot ask " + callers.getFirst().address().authority(), broken);
        }
    }

    private Observed run() throws IOException {
        start = System.nanoTime();
        while (true) {
            long due = sendWhatIsDue();
            if (underWay == 0 && isOver(due)) {
                break;
            }
            if (now() > limit + PATIENCE_NANOS) {
                fail(underWay, "no answer when the time was up");
                break;
            }
            await(due);
        }
        return new Observed(latencies, Math.max(lastAnswer, 1), errors, firstError);
    }

    /** Whether nothing can be asked now: it is late, enough was asked, or all are busy or done. */
    private boolean isOver(long due) {
        return due >= limit || asked >= most || idle.isEmpty();
    }

    /** When the next request is due. */
    private long sendWhatIsDue() {
        long now = now();
        long due = pace.due(asked, now);
        while (due <= now && !isOver(due)) {
            Lane lane = idle.remove();
            try {
                if (lane.send(due)) {
                    asked++;
                    underWay++;
                }
            } catch (IOException broken) {
                fail(1, "a connection broke: " + broken);
                reopen(lane);
            }
            due = pace.due(asked, now());
        }
        return due;
    }

    /**
     * Sleeps too coarsely for what is due soon, so that is waited for awake, but giving way to what
     * shares the processor.
     */
    @SuppressWarnings("ThreadPriorityCheck")
    private void await(long due) throws IOException {
        long pause = isOver(due) ? Long.MAX_VALUE : due - now();
        if (pause > SLEEPS_FROM_NANOS) {
            long millis = pause / NANOS_PER_MILLI;
            selector.select(this::receive, Math.min(SLEEP_MILLIS, millis));
        } else if (selector.selectNow(this::receive) == 0) {
            Thread.yield();
        }
    }

    private void receive(SelectionKey ready) {
        var lane = (Lane) ready.attachment();
        try {
            lane.receive().ifPresent(answer -> take(lane, answer));
        } catch (IOException broken) {
            underWay--;
            fail(1, "a connection broke: " + broken);
            reopen(lane);
        }
    }

    private void take(Lane lane, Answer answer) {
        underWay--;
        lastAnswer = now();
        if (lane.isRight(answer)) {
            latencies.recordValue(Math.max(0, lastAnswer - lane.due()));
        } else {
            fail(1, "a wrong answer: " + answer);
        }
        if (answer.closes()) {
            reopen(lane);
        } else {
            idle.add(lane);
        }
    }

    private void reopen(Lane lane) {
        try {
            lane.reopen();
            idle.add(lane);
        } catch (IOException refused) {
            fail(1, "a connection could not be opened again: " + refused);
        }
    }

    private void fail(long count, String why) {
        errors += count;
        firstError = firstError.or(() -> Optional.of(why));
    }

    private long now() {
        return System.nanoTime() - start;
    }

    @Override
    public void close() throws IOException {
        for (Lane lane : lanes) {
            lane.close();
        }
        selector.close();
    }
}
