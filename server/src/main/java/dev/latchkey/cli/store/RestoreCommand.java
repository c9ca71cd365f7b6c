package dev.latchkey.cli.store;

import dev.latchkey.cli.option.FileArguments;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.edge.http.Json;
import dev.latchkey.storage.sqlite.StoreBackup;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description = {
      "Replace the store (SQLite) by a backup. Stop the service first.",
      "The files of the present store are kept under other names."
    },
    footer = "  latchkey restore /backups/latchkey-1.db --data /var/lib/latchkey")
public final class RestoreCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Parameters(paramLabel = "FILE", description = "A file that latchkey backup has written.")
  private @Nullable Path file;

  @Override
  public Integer call() {
    Path backup = FileArguments.existing(file);
    Path present = store.sqliteTarget("pg_restore or latchkey import FILE");
    Optional<Path> replaced = new StoreBackup(present).readFrom(backup);
    ObjectNode json = Json.object().put("store", present.toAbsolutePath().toString());
    replaced.ifPresent(kept -> json.put("replaced_store", kept.toAbsolutePath().toString()));
    result.printDone(
        json,
        "The store is restored."
            + replaced.map(kept -> "\nThe store before is in " + kept + ".").orElse(""));
    result.advise(
        """
        What was revoked since the backup is active again. Before you start the service, run:
          latchkey token revoke --issued-before now\
        """);
    return 0;
  }
}
