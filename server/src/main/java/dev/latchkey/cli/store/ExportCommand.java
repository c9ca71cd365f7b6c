package dev.latchkey.cli.store;

import dev.latchkey.cli.option.FileArguments;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.edge.http.Json;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Write all rows of the store to FILE, from SQLite or PostgreSQL, also while the service runs.",
      "The file is compressed text in a documented format. It is checked, and only its owner can read it."
    },
    footer = "  latchkey export latchkey.export --config /etc/latchkey/latchkey.yaml")
public final class ExportCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Parameters(paramLabel = "FILE", description = "A file that does not exist yet.")
  private @Nullable Path file;

  @Override
  public Integer call() {
    Path target = FileArguments.fresh(file);
    var report = new CopyReport();
    report.copy().export(store.source(), target);
    result.printDone(
        Json.object()
            .put("file", target.toString())
            .put("bytes", FileArguments.size(target))
            .put("rows", report.rows()),
        "The export is in " + target + " and was checked.");
    result.advise("The import needs the same latchkey.key.");
    return 0;
  }
}
