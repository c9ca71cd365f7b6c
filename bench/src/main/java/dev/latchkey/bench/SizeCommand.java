package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.Machine;
import dev.latchkey.bench.store.StoreSize;
import dev.latchkey.host.HostFault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "size",
    mixinStandardHelpOptions = true,
    description = {
      "Fill a store with millions of rows, and measure checks, pages, consents, the purge and"
          + " a revocation beside a constant load of refreshes.",
      "For a quick try: --pairs 20000 --people 2000 --credentials 1000 --audit 20000"
          + " --busy 5000 --minutes 0.5"
    })
final class SizeCommand implements Callable<Integer> {
  private static final int WRONG_ANSWERS = 3;
  private static final int MOST = 200_000_000;
  private static final double MOST_MINUTES = 1_440;
  private static final double FEWEST_MINUTES = 0.05;
  private static final int CONSENTS = 300;
  private static final Duration UNTIL_PURGE = Duration.ofSeconds(90);

  @Option(
      names = "--store",
      paramLabel = "STORE",
      defaultValue = "sqlite,postgresql",
      split = ",",
      description = "sqlite, postgresql or both, one after the other (default: both).")
  private List<Store> stores = List.of();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keep the filled stores in this directory, and use them again in the next run.")
  private @Nullable Path data;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      defaultValue = "20000000",
      description =
          "Number of pairs of tokens (default: 20000000). Each grant has an active one and"
              + " a rotated one.")
  private int pairs;

  @Option(
      names = "--people",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Number of people (default: 1000000).")
  private int people;

  @Option(
      names = "--credentials",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Number of credentials (default: 100000).")
  private int credentials;

  @Option(
      names = "--audit",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "Number of entries of the audit log (default: 10000000).")
  private int audit;

  @Option(
      names = "--busy",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Number of tokens that are checked (default: 1000000).")
  private int busy;

  @Option(
      names = "--refreshes",
      paramLabel = "N",
      defaultValue = "500",
      description = "Refreshes a second beside everything else (default: 500).")
  private int refreshes;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "10",
      description = "How long checks are measured beside refreshes (default: 10). 0: only fill.")
  private double minutes;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "5",
      description = "How often each page is measured (default: 5).")
  private int runs;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  private enum Store {
    SQLITE,
    POSTGRESQL
  }

  @Override
  public Integer call() {
    requireBetween("--people", people, 1_000, MOST);
    requireBetween("--credentials", credentials, Math.max(100, people / 100), people);
    requireBetween("--pairs", pairs, 2 * people, MOST);
    requireBetween("--audit", audit, 1_000, MOST);
    requireBetween("--busy", busy, 1_000, pairs / 4);
    requireBetween("--refreshes", refreshes, 1, 100_000);
    requireBetween("--runs", runs, 1, 1_000);
    if (minutes != 0 && !(minutes >= FEWEST_MINUTES && minutes <= MOST_MINUTES)) {
      throw new HostFault("--minutes must be 0, or between 0.05 and 1440");
    }
    var cores = Cores.ofThisMachine();
    var size = new StoreSize(pairs, people, credentials, audit);
    var plan = new SizePlan(busy, refreshes, minutes * 60, runs, CONSENTS, UNTIL_PURGE);
    boolean isClean = true;
    for (Store store : stores) {
      var wanted =
          new SizedStore.Wanted(
              size,
              Optional.ofNullable(data)
                  .map(directory ->
                      directory.toAbsolutePath().resolve(store.name().toLowerCase(Locale.ROOT))),
              store == Store.POSTGRESQL);
      var report =
          new Report(
              Machine.describe(cores) + "; " + store.name().toLowerCase(Locale.ROOT) + ", " + size);
      new SizeBenchmark(wanted, plan, new SizeTrial.Output(cores, report, System.err)).run();
      System.out.print(
          json ? report.json().toPrettyString() + System.lineSeparator() : report.table());
      isClean &= report.isClean();
    }
    return isClean ? 0 : WRONG_ANSWERS;
  }

  private static void requireBetween(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new HostFault(
          String.format(Locale.ROOT, "%s must be between %,d and %,d", option, least, most));
    }
  }
}
