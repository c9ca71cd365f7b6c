package dev.latchkey.bench;

import dev.latchkey.config.ConfigFault;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Obtains the codes to exchange. Three requests and a page each: not part of what is measured. */
final class Codes {
    /** A code lives for five minutes (decision 1.8); the first must not expire before its turn. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(150);

    private static final int PROGRESS_SECONDS = 2;

    private Codes() {}

    static List<String> obtain(Browser browser, int wanted, int connections, PrintStream progress) {
        Queue<String> codes = new ConcurrentLinkedQueue<>();
        var begun = new AtomicInteger();
        long start = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var workers = new ArrayList<Future<?>>();
            for (int i = 0; i < connections; i++) {
                workers.add(
                        threads.submit(() -> {
                            try (Connection connection = Connection.open(browser.address())) {
                                while (begun.getAndIncrement() < wanted
                                        && System.nanoTime() - start < PATIENCE_NANOS) {
                                    codes.add(browser.consent(connection));
                                }
                            }
                            return true;
                        }));
            }
            for (Future<?> worker : workers) {
                await(worker, () -> tell(progress, codes.size(), wanted));
            }
        } catch (ExecutionException | InterruptedException broken) {
            throw new ConfigFault("the codes could not be obtained", broken);
        }
        tell(progress, codes.size(), wanted);
        return List.copyOf(codes);
    }

    private static void await(Future<?> worker, Runnable meanwhile)
            throws ExecutionException, InterruptedException {
        while (true) {
            try {
                worker.get(PROGRESS_SECONDS, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException notYet) {
                meanwhile.run();
            }
        }
    }

    private static void tell(PrintStream progress, int count, int wanted) {
        progress.println("  " + count + " of " + wanted + " codes, by consenting over HTTP");
    }
}
