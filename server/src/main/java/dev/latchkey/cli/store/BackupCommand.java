package dev.latchkey.cli.store;

import dev.latchkey.cli.option.FileArguments;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.edge.http.Json;
import dev.latchkey.storage.sqlite.StoreBackup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    description = {
      "Write a copy of the store (SQLite) to FILE, also while the service runs. The copy is checked, and only its"
          + " owner can read it.",
      "Keep latchkey.key as well, in another place. For PostgreSQL use pg_dump or latchkey export."
    },
    footer = "  latchkey backup /backups/latchkey-1.db --data /var/lib/latchkey")
public final class BackupCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Parameters(paramLabel = "FILE", description = "A file that does not exist yet.")
  private @Nullable Path file;

  @Override
  public Integer call() {
    Path target = FileArguments.fresh(file);
    new StoreBackup(store.sqliteSource("pg_dump or latchkey export FILE")).writeTo(target);
    result.printDone(
        Json.object().put("file", target.toString()).put("bytes", FileArguments.size(target)),
        "The backup is in " + target + " and was checked.");
    result.advise("Back up latchkey.key separately: the store is of no use without it.");
    return 0;
  }
}
