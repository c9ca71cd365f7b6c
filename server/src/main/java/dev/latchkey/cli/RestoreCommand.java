package dev.latchkey.cli;

import dev.latchkey.storage.sqlite.StoreBackup;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        description = {
            "Replace the store (SQLite) by a backup. Stop the service first.",
            "The files of the present store are kept under other names."
        })
final class RestoreCommand implements Callable<Integer> {
    @Mixin private StoreOptions store = new StoreOptions();

    @Parameters(paramLabel = "FILE", description = "A file that latchkey backup has written.")
    private @Nullable Path file;

    @Override
    public Integer call() {
        Path present = store.sqliteFile("psql or latchkey import");
        Optional<Path> replaced = new StoreBackup(present).readFrom(Given.path(file));
        System.out.println("The store is restored.");
        replaced.ifPresent(kept -> System.out.println("The store before is in " + kept + "."));
        System.out.println(
                "What was revoked since the backup is active again. Before you start the service, run:");
        System.out.println("  latchkey token revoke --issued-before now");
        return 0;
    }
}
