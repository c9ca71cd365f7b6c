package dev.latchkey.bench;

import dev.latchkey.host.HostFault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "latchkey bench",
    mixinStandardHelpOptions = true,
    subcommands = SizeCommand.class,
    description = {
      "Start a server on a store that this command fills, measure it, and remove both.",
      "Every answer is checked. Fixed answers of Netty and nginx are measured before and"
          + " after each run.",
      "How to read it: bench/README.md."
    })
final class BenchCommand implements Callable<Integer> {
  private static final int WRONG_ANSWERS = 3;
  private static final int MIN_TOKENS = 10_000;
  private static final int MAX_NODES = 8;
  private static final int MAX_TOKENS = 100_000_000;

  @Parameters(
      paramLabel = "SCENARIO",
      converter = ScenarioConverter.class,
      description =
          "Run only these scenarios, of: ${COMPLETION-CANDIDATES}. Default: all but"
              + " latency, which --plots adds.",
      completionCandidates = ScenarioConverter.class)
  private List<Scenario> scenarios = List.of();

  @Option(names = "--against", paramLabel = "URL", description = "Measure this running demo.")
  private @Nullable String against;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "data",
      description = "With --against: the directory of that demo (default: ./data).")
  private Path data = Path.of("data");

  @Option(
      names = "--store",
      paramLabel = "STORE",
      defaultValue = "sqlite",
      description = "sqlite or postgres (default: sqlite).")
  private Store store = Store.SQLITE;

  @Option(
      names = "--database",
      paramLabel = "URL",
      description =
          "With --store postgres: use this empty database instead of starting a" + " PostgreSQL.")
  private @Nullable String database;

  @Option(
      names = "--tokens",
      paramLabel = "N",
      defaultValue = "1000000",
      description =
          "Number of active tokens in the store (default: 1000000). Growth is measured up"
              + " to this number: 10000000 takes minutes more, so it is not the default.")
  private int tokens;

  @Option(
      names = "--stock",
      paramLabel = "N",
      defaultValue = "200000",
      description =
          "Number of codes, and of further token pairs, that the scenarios may use up"
              + " (default: 200000).")
  private int stock;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "2",
      description = "Seconds for which each load is measured (default: 2).")
  private int seconds;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "64",
      description = "Number of concurrent connections (default: 64).")
  private int connections;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description = "Scenario nodes: the most nodes that are measured (default: 3).")
  private int nodes;

  @Option(
      names = "--plots",
      paramLabel = "DIR",
      description = "Draw growth.svg and latency.svg into this directory.")
  private @Nullable Path plots;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  private enum Store {
    SQLITE,
    POSTGRES
  }

  @Override
  public Integer call() {
    requireBetween("--seconds", seconds, 1, 300);
    requireBetween("--connections", connections, 1, 256);
    requireBetween("--tokens", tokens, MIN_TOKENS, MAX_TOKENS);
    requireBetween("--nodes", nodes, 2, MAX_NODES);
    requireBetween("--stock", stock, 4 * connections, MAX_TOKENS);
    var plan =
        new Plan(
            scenarios.isEmpty() ? Scenario.usual(server(), plots != null) : scenarios,
            server(),
            connections,
            Duration.ofSeconds(seconds),
            tokens,
            stock,
            nodes,
            Optional.ofNullable(plots));
    Report report = new Bench(plan, System.err).run();
    System.out.print(
        json ? report.json().toPrettyString() + System.lineSeparator() : report.table());
    return report.isClean() ? 0 : WRONG_ANSWERS;
  }

  private Plan.ServerChoice server() {
    if (against != null) {
      return new Plan.ServerChoice.Running(against, data);
    }
    return switch (store) {
      case SQLITE -> new Plan.ServerChoice.OwnSqlite();
      case POSTGRES -> new Plan.ServerChoice.OwnPostgres(Optional.ofNullable(database));
    };
  }

  private static void requireBetween(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new HostFault(option + " must be between " + least + " and " + most);
    }
  }

  /** Converts the name of a scenario, as it is written in the results. */
  private static final class ScenarioConverter
      implements ITypeConverter<Scenario>, Iterable<String> {
    @Override
    public Scenario convert(String name) {
      return EnumSet.allOf(Scenario.class).stream()
          .filter(scenario -> scenario.toString().equals(name.toLowerCase(Locale.ROOT)))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException("there is no scenario '" + name + "'"));
    }

    @Override
    public Iterator<String> iterator() {
      return EnumSet.allOf(Scenario.class).stream().map(Scenario::toString).iterator();
    }
  }
}
