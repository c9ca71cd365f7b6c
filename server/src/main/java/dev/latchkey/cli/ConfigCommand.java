package dev.latchkey.cli;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.app.config.Configuration;
import dev.latchkey.app.config.Mistake;
import dev.latchkey.app.config.Value;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.edge.http.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Check and show the configuration: FILE and the environment variables LATCHKEY_…",
      "No store is opened and no service is called."
    })
final class ConfigCommand {
  private static final String FILE = "The YAML file. Without it: the defaults.";

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description = {
        "Print every mistake with its file, line and key, and what is allowed.",
        "The exit code is 0 if there is none, else 1. Warnings about values of which less is used are printed as well."
      },
      footer = "  latchkey config check /etc/latchkey/latchkey.yaml")
  int check(
      @Parameters(arity = "0..1", paramLabel = "FILE", description = FILE) @Nullable Path file,
      @Mixin ResultOptions result) {
    List<Mistake> findings;
    try {
      load(file).warnings().forEach(each -> result.advise("warning: " + each));
      findings = List.of();
    } catch (ConfigFault fault) {
      findings = fault.findings();
    }
    print(findings, result);
    return findings.isEmpty() ? 0 : 1;
  }

  private static void print(List<Mistake> findings, ResultOptions result) {
    result.printList(
        Listing.all("findings", findings.stream().map(ConfigCommand::fields).toList()),
        out -> {
          if (findings.isEmpty()) {
            out.println("The configuration is valid.");
          }
          findings.forEach(out::println);
        });
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = {
        "Print the value of every key and where it comes from.",
        "Secrets are not shown. The options of serve are not taken into account."
      },
      footer = "  latchkey config show /etc/latchkey/latchkey.yaml")
  int show(
      @Parameters(arity = "0..1", paramLabel = "FILE", description = FILE) @Nullable Path file,
      @Mixin ResultOptions result) {
    List<Value> values = load(file).values();
    result.printList(
        Listing.all("values", values.stream().map(ConfigCommand::fields).toList()),
        List.of("key", "value", "source"));
    return 0;
  }

  private static Configuration load(@Nullable Path file) {
    return ConfigFile.load(Optional.ofNullable(file), System.getenv());
  }

  private static ObjectNode fields(Mistake finding) {
    ObjectNode json = Json.object().put("message", finding.what());
    if (!finding.where().isEmpty()) {
      json.put("where", finding.where());
    }
    return finding.key().isEmpty() ? json : json.put("key", finding.key());
  }

  /** A value that is not set is omitted. */
  private static ObjectNode fields(Value value) {
    ObjectNode json = Json.object().put("key", value.key()).put("source", value.source());
    return value.text().isEmpty() ? json : json.put("value", value.shown());
  }
}
