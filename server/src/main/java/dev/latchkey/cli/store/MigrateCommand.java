package dev.latchkey.cli.store;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
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
      "The database is complete or still empty at the end, and is compared with the store.",
      "No row of the store is changed, but the service does not start on it any more."
    },
    footer = {
      "  latchkey migrate --data /var/lib/latchkey \\",
      "    --to \"jdbc:postgresql://db.example/latchkey?user=latchkey\""
    })
public final class MigrateCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "URL",
      description = {"The database:", "jdbc:postgresql://HOST/NAME?user=…&password=…"})
  private String to = "";

  @Override
  public Integer call() {
    if (!to.startsWith("jdbc:postgresql:")) {
      throw new ConfigFault(
          "--to needs the address of a PostgreSQL database:"
              + " jdbc:postgresql://HOST/NAME?user=…&password=…");
    }
    var from = new StoreCopy.SqliteFile(store.sqliteSource("latchkey export and import"));
    var target = new StoreCopy.PostgresServer(to);
    var report = new CopyReport();
    DirectoryLock.whileAlone(
        from.path().toAbsolutePath().resolveSibling(""), () -> report.copy().migrate(from, target));
    result.printDone(
        CopyReport.filled(target).put("rows", report.rows()),
        "The database is filled and was compared with " + from.path() + ".");
    result.advise(
        "Write its address to \"database\" in the configuration, leave latchkey.key where it is, and start the service.");
    return 0;
  }
}
