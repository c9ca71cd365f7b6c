package dev.latchkey.load;

import java.io.IOException;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** One load while it runs: its connections, what is under way on them, and what came of it. */
final class LoadRun implements AutoCloseable {
    private final Load load;
    private final Drive.Until until;
    private final LongSupplier clock;
    private final List<Lane> lanes = new ArrayList<>();
    private final Queue<Lane> idle = new ArrayDeque<>();
    private final Histogram latencies = Observed.histogram();

    private long asked;
    private long lastAnswer;
    private int underWay;
    private int opening;
    private long errors;
    private long unanswered;
    private Optional<String> firstError = Optional.empty();

    /** {@code clock} counts nanoseconds from the start of the measurement. */
    LoadRun(Load load, Drive.Until until, LongSupplier clock) {
        this.load = load;
        this.until = until;
        this.clock = clock;
    }

    void prepare(Selector selector) throws IOException {
        for (Caller caller : load.callers()) {
            var lane = new Lane(caller, this, selector);
            lanes.add(lane);
            if (load.connections() == Load.Connections.OPEN_BEFORE) {
                lane.connect();
            }
        }
    }

    void begin() {
        if (load.connections() != Load.Connections.OPEN_AT_START) {
            idle.addAll(lanes);
            return;
        }
        for (Lane lane : lanes) {
            open(lane);
        }
    }

    /** When the next request is due. */
    long sendWhatIsDue() {
        long now = clock.getAsLong();
        long due = load.pace().due(asked, now);
        while (due <= now && !isOver(due)) {
            Lane lane = idle.remove();
            try {
                underWay++;
                if (lane.send(due)) {
                    asked++;
                } else {
                    underWay--;
                }
            } catch (IOException broken) {
                asked++;
                broke(lane, broken);
            }
            due = load.pace().due(asked, clock.getAsLong());
        }
        return isOver(due) ? Long.MAX_VALUE : due;
    }

    /** Whether everything that was due has been asked and answered. */
    boolean isDone() {
        return underWay == 0 && opening == 0 && isOver(load.pace().due(asked, clock.getAsLong()));
    }

    /** Whether nothing can be asked now: it is late, enough was asked, or all are busy or done. */
    private boolean isOver(long due) {
        return due >= until.time().toNanos() || asked >= until.requests() || idle.isEmpty();
    }

    /** Gives up what has taken too long. */
    void giveUp() {
        long now = clock.getAsLong();
        long oldest = now - load.patience().toNanos();
        boolean late = oldest > until.time().toNanos();
        for (Lane lane : lanes) {
            if (lane.isUnderWay() && lane.due() < oldest) {
                underWay--;
                fail("no answer for " + load.patience().toSeconds() + " s");
                reopen(lane);
            } else if (lane.isOpening() && !lane.isUnderWay() && late) {
                opening--;
                fail("a connection could not be opened");
                close(lane);
            }
        }
    }

    void opened(Lane lane) {
        opening--;
        idle.add(lane);
    }

    void take(Lane lane, Answer answer) {
        underWay--;
        lastAnswer = clock.getAsLong();
        lane.answered(lastAnswer);
        if (lane.isRight(answer)) {
            latencies.recordValue(Math.max(0, lastAnswer - lane.due()));
        } else {
            errors++;
            explain("a wrong answer: " + answer);
        }
        if (load.connections() == Load.Connections.ONE_A_REQUEST) {
            close(lane);
            idle.add(lane);
        } else if (answer.closes()) {
            close(lane);
            open(lane);
        } else {
            idle.add(lane);
        }
        if (load.pace() instanceof Pace.AsAnswered) {
            // At once: were all answers read first, the server would have a pause to catch up in.
            sendWhatIsDue();
        }
    }

    void broke(Lane lane, IOException why) {
        if (lane.isUnderWay()) {
            underWay--;
            fail("a connection broke: " + why);
        } else if (lane.isOpening()) {
            opening--;
            fail("a connection could not be opened: " + why);
        }
        idle.remove(lane);
        reopen(lane);
    }

    Observed observed() {
        return new Observed(
                latencies,
                Math.max(lastAnswer, 1),
                errors,
                unanswered,
                firstError,
                lanes.stream().map(Lane::share).toList());
    }

    /** Those that open at the start have one try each: a refusal is what is measured there. */
    private void reopen(Lane lane) {
        close(lane);
        switch (load.connections()) {
            case ONE_A_REQUEST -> idle.add(lane);
            case OPEN_AT_START -> {}
            case OPEN_BEFORE -> {
                try {
                    lane.connect();
                    idle.add(lane);
                } catch (IOException refused) {
                    fail("a connection could not be opened again: " + refused);
                }
            }
        }
    }

    private void open(Lane lane) {
        if (clock.getAsLong() >= until.time().toNanos()) {
            return;
        }
        try {
            lane.open();
            if (lane.isOpening()) {
                opening++;
            } else {
                idle.add(lane);
            }
        } catch (IOException refused) {
            fail("a connection could not be opened: " + refused);
            close(lane);
        }
    }

    private void close(Lane lane) {
        try {
            lane.close();
        } catch (IOException broken) {
            explain("a connection could not be closed: " + broken);
        }
    }

    private void fail(String why) {
        errors++;
        unanswered++;
        explain(why);
    }

    private void explain(String why) {
        firstError = firstError.or(() -> Optional.of(why));
    }

    @Override
    public void close() {
        lanes.forEach(this::close);
    }
}
