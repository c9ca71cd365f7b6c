package dev.latchkey.cli;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.RightView;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.ResultOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "rights",
    mixinStandardHelpOptions = true,
    description = {"Print which role may do what, and where. No store is opened."},
    footer = "  latchkey rights --json")
final class RightsCommand implements Callable<Integer> {
  @Mixin private ResultOptions result = new ResultOptions();

  @Override
  public Integer call() {
    result.printList(
        Listing.all("rights", RightView.all().stream().map(ViewJson::of).toList()),
        ViewJson.names(RightView.class));
    return 0;
  }
}
