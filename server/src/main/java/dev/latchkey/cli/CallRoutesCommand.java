package dev.latchkey.cli;

import dev.latchkey.api.ViewJson;
import dev.latchkey.app.Installation;
import dev.latchkey.cli.option.FileArguments;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.storage.call.RouteCalls;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "routes",
    mixinStandardHelpOptions = true,
    description = {
      "List how often each row of the route table is called,",
      "or which credentials call one row."
    },
    footer = {
      "  latchkey calls routes",
      "  latchkey calls routes --path /openapi/v2/projects/** \\",
      "      --from 2026-03-01T00:00:00Z"
    })
final class CallRoutesCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Option(
      names = "--path",
      paramLabel = "PATTERN",
      description = "List who calls this row, as latchkey routes prints it.")
  private @Nullable String path;

  @Option(names = "--method", paramLabel = "METHOD", description = "The method of the row.")
  private String method = "GET";

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Count from the day (UTC) of this time on.")
  private @Nullable String from;

  @Override
  public Integer call() {
    try (Installation installation = store.open()) {
      RouteCalls calls = installation.stores().operation().calls().routes();
      Instant now = installation.commandMoment().at();
      Instant since =
          Optional.ofNullable(from)
              .map(text -> FileArguments.time("--from", text, now))
              .orElse(Instant.EPOCH);
      List<RouteCalls.View> found =
          path == null
              ? calls.ofAll(since)
              : calls.of(method.toUpperCase(Locale.ROOT), path, since);
      result.printList(
          Listing.all("route_calls", found.stream().map(ViewJson::of).toList()), columns());
      return 0;
    }
  }

  private List<String> columns() {
    return path == null
        ? List.of("method", "path", "calls", "refused", "last_at")
        : List.of("client_id", "credential", "org_id", "calls", "refused", "last_at");
  }
}
