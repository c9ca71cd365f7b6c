package dev.latchkey;

import dev.latchkey.model.StorageFault;
import java.time.Duration;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What is done again and again beside the requests, each on a thread of its own: none waits behind
 * another. What fails is told and tried again at its next turn.
 */
final class BackgroundTasks implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");

    private final List<Timer> timers = new CopyOnWriteArrayList<>();

    void every(Duration pause, String name, Runnable chore) {
        var timer = new Timer(name, true);
        timers.add(timer);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        attempt(name, chore);
                    }
                },
                pause.toMillis(),
                pause.toMillis());
    }

    static void attempt(String name, Runnable chore) {
        try {
            chore.run();
        } catch (StorageFault fault) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} failed this time: {1}",
                    name,
                    fault.inOneLine());
        } catch (RuntimeException failed) {
            LOG.log(System.Logger.Level.WARNING, name + " failed this time", failed);
        }
    }

    @Override
    public void close() {
        timers.forEach(Timer::cancel);
    }
}
