package dev.latchkey.cli;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.audit.seal.SealedFile;
import dev.latchkey.audit.seal.SealedLog;
import dev.latchkey.cli.option.FileArguments;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.edge.http.Json;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
      "Write the whole audit log with its seals to FILE, as JSON lines, also while the service runs.",
      "Verify it anywhere with latchkey audit verify FILE."
    },
    footer = "  latchkey audit export audit-sealed.jsonl --config /etc/latchkey/latchkey.yaml")
final class AuditExportCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Parameters(paramLabel = "FILE", description = "A file that does not exist yet.")
  private @Nullable Path file;

  @Override
  public Integer call() {
    Path target = FileArguments.fresh(file);
    try (Installation installation = store.open()) {
      installation.stores().operation().auditRecords().exported(installation.commandMoment());
      write(new SealedLog(installation.stores().operation().auditSeals()), target);
    }
    long bytes = FileArguments.size(target);
    result.printDone(
        Json.object().put("file", target.toString()).put("bytes", bytes),
        "The audit log is in %s (%,d bytes).".formatted(target, bytes));
    return 0;
  }

  private static void write(SealedLog log, Path target) {
    try (Writer out = Files.newBufferedWriter(target, StandardCharsets.UTF_8)) {
      for (var part = log.next(); part.isPresent(); part = log.next()) {
        out.write(SealedFile.text(part.get()));
      }
    } catch (IOException cause) {
      throw new ConfigFault("cannot write " + target + ": " + cause.getMessage());
    }
  }
}
