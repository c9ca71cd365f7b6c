package dev.latchkey.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Fill an empty store, in SQLite or PostgreSQL, from a file that latchkey export has written.",
            "The store is complete or still empty at the end, and is compared with the file."
        })
final class ImportCommand implements Callable<Integer> {
    @Mixin private StoreOptions store = new StoreOptions();

    @Parameters(paramLabel = "FILE", description = "A file that latchkey export has written.")
    private @Nullable Path file;

    @Override
    public Integer call() {
        CopyReport.copy().restore(Given.path(file), store.place());
        System.out.println("The store is filled and was compared with the file.");
        System.out.println(
                "Put the latchkey.key of the exported store in its place before you start the service.");
        return 0;
    }
}
