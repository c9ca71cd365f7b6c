package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.Machine;
import dev.latchkey.bench.store.ListFiller;
import dev.latchkey.host.HostFault;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "lists",
        mixinStandardHelpOptions = true,
        description = {
            "Fill a store, open every list of the web application as a signed-in administrator, and"
                    + " measure the pages.",
            "Each list is sorted by each column, searched and filtered, at its first, a middle and"
                    + " its last page."
        })
final class ListsCommand implements Callable<Integer> {
    private static final int TOO_SLOW = 3;
    private static final int MAX_ROWS = 50_000_000;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            defaultValue = "sqlite,postgres",
            split = ",",
            description = "sqlite, postgres or both (default: both).")
    private List<Store> stores = List.of();

    @Option(
            names = "--database",
            paramLabel = "URL",
            description =
                    "With --store postgres: use this empty database instead of starting a"
                            + " PostgreSQL.")
    private @Nullable String database;

    @Option(
            names = "--credentials",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Number of credentials of one organization (default: 100000).")
    private int credentials;

    @Option(
            names = "--users",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Number of users of one organization (default: 100000).")
    private int users;

    @Option(
            names = "--audit",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Number of entries of the audit log (default: 1000000).")
    private int audit;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "11",
            description = "How often each page is measured (default: 11).")
    private int runs;

    private enum Store {
        SQLITE,
        POSTGRES
    }

    @Override
    public Integer call() {
        for (int rows : new int[] {credentials, users, audit}) {
            if (rows < 1_000 || rows > MAX_ROWS) {
                throw new HostFault("a list needs between 1000 and " + MAX_ROWS + " rows");
            }
        }
        var cores = Cores.ofThisMachine();
        System.out.println(Machine.describe(cores));
        var size = new ListFiller.Size(users, credentials, audit);
        boolean isFast = true;
        for (Store store : stores) {
            System.out.printf(Locale.ROOT, "%n%s%n", store);
            try (Databases databases = databases(store, cores)) {
                var benchmark = new ListsBenchmark(databases, cores, size, System.err);
                isFast &= benchmark.run(runs, System.out);
            }
        }
        return isFast ? 0 : TOO_SLOW;
    }

    private Databases databases(Store store, Cores cores) {
        return switch (store) {
            case SQLITE -> Optional::empty;
            case POSTGRES ->
                    Databases.of(
                            new Plan.ServerChoice.OwnPostgres(Optional.ofNullable(database)),
                            cores);
        };
    }
}
