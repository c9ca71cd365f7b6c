package dev.latchkey.cli;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.RequestLogView;
import dev.latchkey.app.Installation;
import dev.latchkey.cli.option.OrganizationOption;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.model.Id;
import dev.latchkey.people.log.ChangeRequestLog;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "settings",
    mixinStandardHelpOptions = true,
    description = "Show how long the calls of an organization are kept.",
    footer = "  latchkey calls settings --organization Acme")
final class CallSettingsCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Mixin private OrganizationOption where = new OrganizationOption();

  @Override
  public Integer call() {
    try (Installation installation = store.open()) {
      Id.Organization of = where.find(installation).id();
      ChangeRequestLog act = installation.changeRequestLog();
      var view = RequestLogView.of(of, act.logs().of(of), act.limits().get());
      result.printFields(ViewJson.of(view));
      return 0;
    }
  }
}
