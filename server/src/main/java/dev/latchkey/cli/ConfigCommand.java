package dev.latchkey.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.latchkey.config.ConfigFault;
import dev.latchkey.config.ConfigFile;
import dev.latchkey.config.Configuration;
import dev.latchkey.config.Finding;
import dev.latchkey.config.Value;
import dev.latchkey.http.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "config",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Check and show the configuration: FILE and the environment variables LATCHKEY_…",
            "No store is opened and no service is called."
        })
final class ConfigCommand implements Callable<Integer> {
    private static final String FILE = "The YAML file. Without it: the defaults.";
    private static final String JSON = "Print JSON.";

    @Override
    public Integer call() {
        throw new ConfigFault("name a command, for example: latchkey config check --help");
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = {
                "Print every mistake with its file, line and key, and what is allowed.",
                "The exit code is 0 if there is none, else 1."
            })
    int check(
            @Parameters(arity = "0..1", paramLabel = "FILE", description = FILE)
                    @Nullable Path file,
            @Option(names = "--json", description = JSON) boolean json) {
        List<Finding> findings = findings(file);
        if (json) {
            System.out.println(asJson(findings).toPrettyString());
        } else if (findings.isEmpty()) {
            System.out.println("The configuration is valid.");
        } else {
            findings.forEach(System.out::println);
        }
        return findings.isEmpty() ? 0 : 1;
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = {
                "Print the value of every key and where it comes from.",
                "Secrets are not shown. The options of serve are not taken into account."
            })
    int show(
            @Parameters(arity = "0..1", paramLabel = "FILE", description = FILE)
                    @Nullable Path file,
            @Option(names = "--json", description = JSON) boolean json) {
        Configuration configuration = load(file);
        if (json) {
            System.out.println(valuesAsJson(configuration.values()).toPrettyString());
        } else {
            var lines = new ArrayList<List<String>>();
            lines.add(List.of("KEY", "VALUE", "SOURCE"));
            configuration.values().stream()
                    .map(value ->
                            List.of(
                                    value.key(),
                                    value.text().isEmpty() ? "-" : value.shown(),
                                    value.source()))
                    .forEach(lines::add);
            TextTable.print(new PrintWriter(System.out, true, UTF_8), lines);
        }
        return 0;
    }

    private static Configuration load(@Nullable Path file) {
        return ConfigFile.load(Optional.ofNullable(file), System.getenv());
    }

    private static List<Finding> findings(@Nullable Path file) {
        try {
            load(file);
            return List.of();
        } catch (ConfigFault fault) {
            return fault.findings();
        }
    }

    private static ArrayNode asJson(List<Finding> findings) {
        return array(
                findings.stream()
                        .map(found ->
                                Json.object()
                                        .put("where", found.where())
                                        .put("key", found.key())
                                        .put("message", found.what())));
    }

    private static ArrayNode valuesAsJson(List<Value> values) {
        return array(
                values.stream()
                        .map(value ->
                                Json.object()
                                        .put("key", value.key())
                                        .put("value", value.shown())
                                        .put("source", value.source())));
    }

    private static ArrayNode array(Stream<ObjectNode> objects) {
        ArrayNode array = Json.object().putArray("all");
        objects.forEach(array::add);
        return array;
    }
}
