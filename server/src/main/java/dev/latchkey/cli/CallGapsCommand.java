package dev.latchkey.cli;

import dev.latchkey.api.ViewJson;
import dev.latchkey.app.Installation;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.storage.call.CallWriters;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "gaps",
    mixinStandardHelpOptions = true,
    description = {"List when calls may be missing,", "because a process ended without stopping."},
    footer = "  latchkey calls gaps")
final class CallGapsCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Override
  public Integer call() {
    try (Installation installation = store.open()) {
      List<CallWriters.Gap> gaps =
          installation.stores().operation().calls().writers().gaps(Instant.EPOCH);
      result.printList(
          Listing.all("call_gaps", gaps.stream().map(ViewJson::of).toList()),
          List.of("from_at", "noticed_at"));
      return 0;
    }
  }
}
