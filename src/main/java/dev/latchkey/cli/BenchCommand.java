package dev.latchkey.cli;

import dev.latchkey.bench.Bench;
import dev.latchkey.bench.Report;
import dev.latchkey.config.ConfigFault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measure a running demo: exchange, introspect, refresh, revoke.",
            "Every answer is checked; every figure stands beside that of a fixed answer from the same HTTP layer.",
            "It signs in as a demo user and leaves revoked tokens behind."
        })
final class BenchCommand implements Callable<Integer> {
    private static final int WRONG_ANSWERS = 3;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "The directory of the running demo (default: ./data).")
    private Path data = Path.of("data");

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Measure each scenario for at most so long (default: 10).")
    private int seconds;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "16",
            description = "Ask on so many connections at once (default: 16).")
    private int connections;

    @Option(
            names = "--codes",
            paramLabel = "N",
            defaultValue = "6000",
            description = "Obtain so many codes to exchange and tokens to revoke (default: 6000).")
    private int codes;

    @Option(names = "--json", description = "Print JSON instead of a table.")
    private boolean json;

    @Override
    public Integer call() {
        within("--seconds", seconds, 1, 300);
        within("--connections", connections, 1, 256);
        within("--codes", codes, 8 * connections, 50_000);
        var warmUp = Duration.ofSeconds(Math.max(3, seconds / 2));
        var plan = new Bench.Plan(data, connections, Duration.ofSeconds(seconds), warmUp, codes);
        Report report = new Bench(plan, System.err).run();
        System.out.print(
                json ? report.json().toPrettyString() + System.lineSeparator() : report.table());
        return report.isClean() ? 0 : WRONG_ANSWERS;
    }

    private static void within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new ConfigFault(option + " must be between " + least + " and " + most);
        }
    }
}
