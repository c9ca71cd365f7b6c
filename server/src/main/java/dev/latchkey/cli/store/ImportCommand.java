package dev.latchkey.cli.store;

import dev.latchkey.cli.option.FileArguments;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.storage.copy.StoreCopy;
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
    },
    footer = {
      "  latchkey import latchkey.export \\",
      "    --database \"jdbc:postgresql://db.example/latchkey?user=latchkey\""
    })
public final class ImportCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Parameters(paramLabel = "FILE", description = "A file that latchkey export has written.")
  private @Nullable Path file;

  @Override
  public Integer call() {
    Path exported = FileArguments.existing(file);
    StoreCopy.Place target = store.target();
    var report = new CopyReport();
    report.copy().restore(exported, target);
    result.printDone(
        CopyReport.filled(target).put("rows", report.rows()),
        "The store is filled and was compared with the file.");
    result.advise(
        """
        Put the latchkey.key of the exported store in its place before you start the service.
        What was revoked since the export is active again. If anything may have been, run before you start it:
          latchkey token revoke --issued-before now\
        """);
    return 0;
  }
}
