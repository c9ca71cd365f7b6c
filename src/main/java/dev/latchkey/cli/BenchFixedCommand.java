package dev.latchkey.cli;

import dev.latchkey.bench.host.FixedServer;
import dev.latchkey.http.netty.Server;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "bench-fixed",
        hidden = true,
        description = "The yardstick of bench: says its port, then answers until its input ends.")
final class BenchFixedCommand implements Callable<Integer> {
    @Override
    public Integer call() throws IOException {
        try (Server server = FixedServer.start()) {
            System.out.println(FixedServer.SAYS + server.port());
            while (System.in.read() >= 0) {
                // Only the end of the input says anything.
            }
        }
        return 0;
    }
}
