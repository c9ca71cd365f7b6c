package dev.latchkey.bench;

import dev.latchkey.config.ConfigFault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/**
 * One thread a connection, each asking again as soon as it has its answer. So the load adapts to
 * the server: the latency is that of a server kept busy by so many callers, not of one that is
 * overrun.
 */
final class ClosedLoop {
    private ClosedLoop() {}

    /** Ends at the limit, or when the callers have nothing left to ask. */
    static Observed run(Address address, List<? extends Caller> callers, Duration limit) {
        List<Connection> connections = connect(address, callers.size());
        try (ExecutorService threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            long start = System.nanoTime();
            var running = new ArrayList<Future<Observed>>();
            for (int i = 0; i < callers.size(); i++) {
                Connection connection = connections.get(i);
                Caller caller = callers.get(i);
                running.add(threads.submit(() -> drive(connection, caller, start, limit)));
            }
            var all = new Observed(Observed.histogram(), 0, 0, Optional.empty());
            for (Future<Observed> one : running) {
                all = all.with(one.get());
            }
            return all;
        } catch (ExecutionException | InterruptedException broken) {
            throw new IllegalStateException("the load driver failed", broken);
        } finally {
            connections.forEach(ClosedLoop::close);
        }
    }

    private static Observed drive(
            Connection connection, Caller caller, long start, Duration limit) {
        Histogram latencies = Observed.histogram();
        long errors = 0;
        Optional<String> firstError = Optional.empty();
        try {
            while (System.nanoTime() - start < limit.toNanos()) {
                Optional<byte[]> request = caller.next();
                if (request.isEmpty()) {
                    break;
                }
                long sent = System.nanoTime();
                Answer answer = connection.ask(request.get());
                long received = System.nanoTime();
                if (caller.isRight(answer)) {
                    latencies.recordValue(received - sent);
                } else {
                    errors++;
                    firstError = firstError.or(() -> Optional.of("a wrong answer: " + answer));
                }
            }
        } catch (IOException broken) {
            errors++;
            firstError = firstError.or(() -> Optional.of("a connection broke: " + broken));
        }
        return new Observed(latencies, System.nanoTime() - start, errors, firstError);
    }

    private static List<Connection> connect(Address address, int count) {
        var connections = new ArrayList<Connection>();
        try {
            for (int i = 0; i < count; i++) {
                connections.add(Connection.open(address));
            }
            return connections;
        } catch (IOException refused) {
            connections.forEach(ClosedLoop::close);
            throw new ConfigFault("cannot connect to " + address.authority(), refused);
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (IOException alreadyBroken) {
            // Its fault was counted when it happened.
        }
    }
}
