package dev.latchkey.cli;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.RequestLogView;
import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.OnOff;
import dev.latchkey.cli.option.OrganizationOption;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.cli.option.YesOption;
import dev.latchkey.cli.people.OperatorActs;
import dev.latchkey.model.person.Organization;
import dev.latchkey.people.log.ChangeRequestLog;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "change-settings",
    mixinStandardHelpOptions = true,
    description = {
      "Choose how long the calls of an organization are kept,",
      "turn its log on or off, or delete the calls in it."
    },
    footer = {
      "  latchkey calls change-settings --organization Acme --days 7",
      "  latchkey calls change-settings --organization Acme --state off \\",
      "      --delete-stored --yes"
    })
final class CallChangeCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Mixin private OrganizationOption where = new OrganizationOption();

  @Option(names = "--state", paramLabel = "STATE", description = "on or off.")
  private @Nullable String state;

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "How long to keep calls; 0: as long as the operator does.")
  private @Nullable Integer days;

  @Option(names = "--delete-stored", description = "Delete the calls that are in the log.")
  private boolean deletesStored;

  @Mixin private YesOption yes = new YesOption();

  @Override
  public Integer call() {
    var wanted =
        new ChangeRequestLog.Wanted(
            Optional.ofNullable(state).map(OnOff::isOn), Optional.ofNullable(days), deletesStored);
    try (Installation installation = store.open()) {
      Organization of = where.find(installation);
      if (deletesStored) {
        yes.ask("deletes all calls of " + of.name() + " in the log");
      }
      RequestLogView view = change(installation, of, wanted);
      result.printDone(
          ViewJson.of(view), "The log of " + of.name() + " is " + (view.isOn() ? "on." : "off."));
      return 0;
    }
  }

  private static RequestLogView change(
      Installation installation, Organization of, ChangeRequestLog.Wanted wanted) {
    ChangeRequestLog act = installation.changeRequestLog();
    return switch (act.by(installation.operator(), of.id(), wanted)) {
      case ChangeRequestLog.Changed(var log) -> RequestLogView.of(of.id(), log, act.limits().get());
      case ChangeRequestLog.Flawed.DAYS_OUT_OF_RANGE ->
          throw new ConfigFault("--days is not from 0 to " + act.limits().get().days());
      case ChangeRequestLog.Refused _ -> throw OperatorActs.gone();
    };
  }
}
