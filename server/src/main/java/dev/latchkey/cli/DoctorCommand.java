package dev.latchkey.cli;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.config.Configuration;
import dev.latchkey.app.config.Settings;
import dev.latchkey.app.doctor.Doctor;
import dev.latchkey.app.doctor.Finding;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.edge.http.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Examine the configuration, the store, the clock, the key file, permissions, proxies and services, and say how to"
          + " repair what is wrong.",
      "It changes nothing, and may run beside the service or without it. The exit code is 1 if there is an error."
    },
    footer = "  latchkey doctor --config /etc/latchkey/latchkey.yaml")
final class DoctorCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Option(
      names = "--quick",
      description = "Do not check every page of SQLite, which reads the whole file.")
  private boolean quick;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Examine the node on this port: the --port of serve, if it has one.")
  private @Nullable Integer port;

  @Option(
      names = "--free-megabytes",
      paramLabel = "N",
      description = "Warn if fewer MB are free on the disk (default: ${DEFAULT-VALUE}).")
  private long freeMegabytes = 1_024;

  @Override
  public Integer call() {
    List<Finding> findings = examine().stream().map(this::inSameStore).toList();
    result.printList(
        Listing.all("findings", findings.stream().map(DoctorCommand::fields).toList()),
        out -> findings.forEach(each -> print(out, each)));
    boolean isBroken = findings.stream().anyMatch(each -> each.level() == Finding.Level.ERROR);
    return isBroken ? 1 : 0;
  }

  private Finding inSameStore(Finding finding) {
    return new Finding(
        finding.level(), finding.area(), finding.text(), result.inSameStore(finding.fix()));
  }

  private List<Finding> examine() {
    var findings = new ArrayList<Finding>();
    try {
      Configuration configuration = store.configuration();
      Settings settings =
          store.settingsAsTheyAre(configuration, to -> port == null ? to : to.onPort(port));
      findings.addAll(configuration(configuration));
      var depth = new Doctor.Depth(quick, freeMegabytes);
      findings.addAll(new Doctor(settings, Installation.ofThisMachine(), depth).examine());
    } catch (ConfigFault fault) {
      findings.add(
          new Finding(
              Finding.Level.ERROR,
              "configuration",
              String.valueOf(fault.getMessage()),
              "correct the configuration, or run this command as the user of the service: docs/reference/configuration.md lists every key"));
    }
    return findings;
  }

  private static List<Finding> configuration(Configuration configuration) {
    var warnings = configuration.warnings();
    return warnings.isEmpty()
        ? List.of(new Finding(Finding.Level.OK, "configuration", "the configuration is valid", ""))
        : warnings.stream()
            .map(each ->
                new Finding(
                    Finding.Level.WARNING,
                    "configuration",
                    each.toString(),
                    "docs/reference/configuration.md describes the key"))
            .toList();
  }

  private static void print(PrintWriter out, Finding finding) {
    out.printf(
        Locale.ROOT, "%-8s %-18s %s%n", name(finding.level()), finding.area(), finding.text());
    if (!finding.fix().isEmpty()) {
      out.printf(Locale.ROOT, "%-27s fix: %s%n", "", finding.fix());
    }
  }

  private static ObjectNode fields(Finding finding) {
    ObjectNode json =
        Json.object()
            .put("level", name(finding.level()))
            .put("area", finding.area())
            .put("text", finding.text());
    if (!finding.fix().isEmpty()) {
      json.put("fix", finding.fix());
    }
    return json;
  }

  private static String name(Finding.Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }
}
