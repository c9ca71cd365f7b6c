package dev.latchkey.cli;

import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.FixedServer;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "bench-fixed",
        hidden = true,
        description = "The yardstick of bench: prints its port, then answers until its input ends.")
final class BenchFixedCommand implements Callable<Integer> {
    @Option(
            names = "--answer-bytes",
            paramLabel = "N",
            description = "The size of the fixed answer, with its head.")
    private int answerBytes = FixedAnswer.INTROSPECTION_BYTES;

    @Override
    public Integer call() throws IOException {
        try (FixedServer server = FixedServer.start(FixedAnswer.ofNetty(answerBytes))) {
            System.out.println(FixedServer.SAYS + server.port());
            while (System.in.read() >= 0) {
                // Only the end of the input says anything.
            }
        }
        return 0;
    }
}
