package dev.latchkey.bench;

import dev.latchkey.bench.host.Served;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/**
 * From the command to the first answered check, on every processor there is, and then at rest: with
 * the AOT cache that this process has itself, and without, by turns.
 */
final class Starting {
    private static final int STARTS = 3;
    private static final Duration AT_REST = Duration.ofSeconds(3);
    private static final double KIBIBYTES_A_MEBIBYTE = 1_024;
    private static final String CACHE = "-XX:AOTCache=";

    private final Trial trial;
    private final UnaryOperator<List<String>> place;
    private final List<Double> millis = new ArrayList<>();
    private double mebibytesAtRest;

    private Starting(Trial trial, UnaryOperator<List<String>> place) {
        this.trial = trial;
        this.place = place;
    }

    static void run(Trial trial) {
        trial.meter().say("start");
        trial.managed().stop();
        trial.cores().spread();
        var plain = new Starting(trial, Starting::withoutCache);
        var cached = new Starting(trial, UnaryOperator.identity());
        for (int i = 0; i < STARTS; i++) {
            plain.once();
            if (hasCache()) {
                cached.once();
            }
        }
        trial.cores().gather();
        trial.managed().restart();
        plain.report("start to first 200, without an AOT cache", 1_500, "memory at rest");
        if (hasCache()) {
            cached.report(
                    "start to first 200, with the AOT cache",
                    800,
                    "memory at rest, with the AOT cache");
        } else {
            trial.report().note("no start with an AOT cache: ./latchkey has one after a build");
        }
    }

    private void once() {
        ManagedServer managed = trial.managed();
        long start = System.nanoTime();
        try (Served served = managed.store().serve(place, managed.upstream().address())) {
            check(new Calls(served.address(), managed.store().identity()));
            millis.add((System.nanoTime() - start) / 1e6);
            if (millis.size() == STARTS) {
                LockSupport.parkNanos(AT_REST.toNanos());
                mebibytesAtRest =
                        served.process().residentKilobytes().orElse(0) / KIBIBYTES_A_MEBIBYTE;
            }
        }
    }

    private void check(Calls calls) {
        try (Connection connection = Connection.open(calls.address())) {
            Browser.expect(200, connection.ask(calls.introspect(trial.stock().access(0))));
        } catch (IOException broken) {
            throw new HostFault("the server does not answer", broken);
        }
    }

    private void report(String start, double atMost, String memory) {
        Collections.sort(millis);
        trial.report().add(Aim.atMost(start, millis.get(STARTS / 2), atMost, " ms"));
        trial.report().add(Aim.atMost(memory, mebibytesAtRest, 200, " MiB"));
    }

    private static boolean hasCache() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith(CACHE))
                .anyMatch(option -> Files.exists(Path.of(option.substring(CACHE.length()))));
    }

    private static List<String> withoutCache(List<String> command) {
        return command.stream().filter(word -> !word.startsWith(CACHE)).toList();
    }
}
