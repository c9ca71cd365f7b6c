package dev.latchkey.cli;

import dev.latchkey.config.ConfigFile;
import dev.latchkey.gateway.RouteTable;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "routes",
        mixinStandardHelpOptions = true,
        description = {
            "Print the route table: which calls of the open interface exist, which scopes they"
                    + " need, and what answers them.",
            "The configuration is checked as at a start. No store is opened and no service is called."
        })
final class RoutesCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Read the table from this YAML file.")
    private @Nullable Path config;

    @Option(
            names = "--explain",
            paramLabel = "CALL",
            description =
                    "Say which row this call matches, and why, as in --explain \"GET /openapi/v2/…\"."
                            + " The exit code is 0 if it matches one, else 1.")
    private @Nullable String explain;

    @Override
    public Integer call() {
        RouteTable table =
                ConfigFile.load(Optional.ofNullable(config), System.getenv()).settings().routes();
        if (explain == null) {
            TextTable.print(System.out, RouteLines.table(table));
            return 0;
        }
        String[] words = explain.strip().split("\\s+");
        if (words.length != 2) {
            throw new ParameterException(
                    spec.commandLine(), "--explain needs a method and a path, not " + explain);
        }
        return new RouteExplanation(table, words[0].toUpperCase(Locale.ROOT), words[1])
                        .print(System.out)
                ? 0
                : 1;
    }
}
