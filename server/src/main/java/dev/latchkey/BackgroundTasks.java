package dev.latchkey;

import dev.latchkey.model.StorageFault;
import java.time.Duration;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Runs periodic tasks. Each task has a thread of its own, so a slow task never delays another one.
 * A task that fails is logged and runs again at its next time.
 */
final class BackgroundTasks implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");

    private final List<Timer> timers = new CopyOnWriteArrayList<>();

    void every(Duration pause, String name, Runnable task) {
        var timer = new Timer(name, true);
        timers.add(timer);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        attempt(name, task);
                    }
                },
                pause.toMillis(),
                pause.toMillis());
    }

    static void attempt(String name, Runnable task) {
        try {
            task.run();
        } catch (StorageFault fault) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The background task {0} failed and will be tried again: {1}",
                    name,
                    fault.inOneLine());
        } catch (RuntimeException failed) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The background task " + name + " failed and will be tried again",
                    failed);
        }
    }

    @Override
    public void close() {
        timers.forEach(Timer::cancel);
    }
}
