package dev.latchkey.bench;

import dev.latchkey.bench.host.Served;
import dev.latchkey.bench.load.Connection;
import dev.latchkey.config.ConfigFault;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** From the command to the first answered check, on every processor there is, and then at rest. */
final class Starting {
    private static final int STARTS = 5;
    private static final Duration AT_REST = Duration.ofSeconds(3);
    private static final double KIBIBYTES_A_MEBIBYTE = 1_024;

    private Starting() {}

    static void run(Trial trial) {
        Own own = trial.own();
        trial.meter().say("start");
        own.stop();
        trial.cores().spread();
        var millis = new ArrayList<Double>();
        double mebibytes = 0;
        for (int i = 0; i < STARTS; i++) {
            long start = System.nanoTime();
            try (Served served =
                    own.ground().serve(UnaryOperator.identity(), own.upstream().address())) {
                check(trial, new Calls(served.address(), own.ground().memo()));
                millis.add((System.nanoTime() - start) / 1e6);
                if (i == STARTS - 1) {
                    LockSupport.parkNanos(AT_REST.toNanos());
                    mebibytes =
                            served.child().seen().residentKilobytes().orElse(0)
                                    / KIBIBYTES_A_MEBIBYTE;
                }
            }
        }
        trial.cores().gather();
        own.restart();
        Collections.sort(millis);
        boolean cached = options().stream().anyMatch(each -> each.startsWith("-XX:AOTCache"));
        trial.report()
                .add(
                        Aim.atMost(
                                cached
                                        ? "start to first 200, with the AOT cache"
                                        : "start to first 200, without an AOT cache",
                                millis.get(STARTS / 2),
                                cached ? 800 : 1_500,
                                " ms"));
        trial.report().add(Aim.atMost("memory at rest", mebibytes, 200, " MiB"));
    }

    private static void check(Trial trial, Calls calls) {
        try (Connection connection = Connection.open(calls.address())) {
            Browser.expect(200, connection.ask(calls.introspect(trial.stock().access(0))));
        } catch (IOException broken) {
            throw new ConfigFault("the server does not answer", broken);
        }
    }

    private static List<String> options() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments();
    }
}
