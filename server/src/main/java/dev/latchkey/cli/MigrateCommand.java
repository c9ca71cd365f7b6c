package dev.latchkey.cli;

import dev.latchkey.config.ConfigFault;
import dev.latchkey.storage.copy.StoreCopy;
import dev.latchkey.storage.sqlite.DirectoryLock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "migrate",
        mixinStandardHelpOptions = true,
        description = {
            "Copy the store from SQLite into an empty PostgreSQL database. Stop the service first.",
            "The database is complete or still empty at the end, and is compared with the store. The store is not changed."
        })
final class MigrateCommand implements Callable<Integer> {
    @Mixin private StoreOptions store = new StoreOptions();

    @Option(
            names = "--to",
            required = true,
            paramLabel = "URL",
            description = "The database: jdbc:postgresql://HOST/NAME?user=…&password=…")
    private String to = "";

    @Override
    public Integer call() {
        if (!to.startsWith("jdbc:postgresql:")) {
            throw new ConfigFault("--to must begin with jdbc:postgresql:");
        }
        var from = new StoreCopy.SqliteFile(store.sqliteFile("latchkey export and import"));
        DirectoryLock.whileAlone(
                from.path().toAbsolutePath().resolveSibling(""),
                () -> CopyReport.copy().migrate(from, new StoreCopy.PostgresServer(to)));
        System.out.println("The database is filled and was compared with " + from.path() + ".");
        System.out.println(
                "Write its address to \"database\" in the configuration, leave latchkey.key where it is, and start the service.");
        return 0;
    }
}
