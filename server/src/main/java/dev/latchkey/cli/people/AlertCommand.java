package dev.latchkey.cli.people;

import dev.latchkey.alert.AlertActs;
import dev.latchkey.alert.ChangeAlertRule;
import dev.latchkey.alert.CloseAlert;
import dev.latchkey.alert.MuteAlert;
import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.AlertView;
import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.LimitOption;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.OnOff;
import dev.latchkey.cli.option.OrganizationOption;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.storage.alert.AlertList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "alert",
    mixinStandardHelpOptions = true,
    description = "See, close and mute alerts, and choose the rules for them.",
    synopsisSubcommandLabel = "COMMAND")
public final class AlertCommand {

  /** The alert that a command is about. */
  static final class Which {
    @Option(
        names = "--id",
        required = true,
        paramLabel = "ID",
        description = "The alert, by the alert_id of the list.")
    private String id = "";

    Alert find(Installation installation) {
      return Id.ALERT
          .parse(id)
          .flatMap(installation.alertActs().list()::find)
          .orElseThrow(() ->
              new ConfigFault("there is no alert " + id + ". To list them: latchkey alert list"));
    }
  }

  /** What a rule is to be. */
  static final class RuleOptions {
    @Option(
        names = "--kind",
        required = true,
        paramLabel = "KIND",
        description = "The kind, by the list of rules.")
    private String kind = "";

    @Option(names = "--state", paramLabel = "STATE", description = "on or off.")
    private @Nullable String state;

    @Option(
        names = "--threshold",
        paramLabel = "N",
        description = "From which number on: calls in an hour, days or hours.")
    private @Nullable Integer threshold;

    AlertKind kind() {
      return AlertKind.parse(kind)
          .orElseThrow(() -> new ConfigFault("there is no kind " + kind + " of alerts"));
    }

    ChangeAlertRule.Wanted wanted() {
      return new ChangeAlertRule.Wanted(
          Optional.ofNullable(state).map(OnOff::isOn), Optional.ofNullable(threshold));
    }
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List alerts, the newest first.",
      footer = "  latchkey alert list --organization Acme")
  int list(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @ArgGroup(multiplicity = "1") PlaceOption place,
      @Option(names = "--closed", description = "Those that were closed, not the open ones.")
          boolean isClosed,
      @Mixin LimitOption most) {
    int limit = most.checked();
    try (Installation installation = store.open()) {
      var search =
          new AlertList.Search(
              place.find(installation),
              Optional.of(isClosed ? Alert.State.CLOSED : Alert.State.OPEN),
              Optional.empty(),
              Optional.empty(),
              limit);
      List<ObjectNode> rows =
          installation.alertActs().list().find(search).stream()
              .map(AlertView::of)
              .map(ViewJson::of)
              .toList();
      result.printList(
          Listing.all("alerts", rows), List.of("alert_id", "kind", "about", "times", "last_at"));
      return 0;
    }
  }

  @Command(
      name = "close",
      mixinStandardHelpOptions = true,
      description = "Close an alert. If it happens again, there is a new one.",
      footer = "  latchkey alert close --id alert_…")
  int close(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin Which which) {
    try (Installation installation = store.open()) {
      String id = which.find(installation).id().value();
      AlertActs acts = installation.alertActs();
      if (acts.close().by(installation.operator(), id) instanceof CloseAlert.Refused) {
        throw OperatorActs.gone();
      }
      print(result, which.find(installation), "closed");
      return 0;
    }
  }

  @Command(
      name = "mute",
      mixinStandardHelpOptions = true,
      description = "Close an alert, and open no other of its kind about the same for some days.",
      footer = "  latchkey alert mute --id alert_… --days 30")
  int mute(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin Which which,
      @Option(
              names = "--days",
              required = true,
              paramLabel = "N",
              description = "For how many days, up to 365.")
          int days) {
    try (Installation installation = store.open()) {
      String id = which.find(installation).id().value();
      switch (installation.alertActs().mute().by(installation.operator(), id, days)) {
        case MuteAlert.Muted _ -> print(result, which.find(installation), "muted");
        case MuteAlert.NotMuted.DAYS_OUT_OF_RANGE ->
            throw new ConfigFault("--days is not from 1 to %d".formatted(Alert.MOST_MUTED_DAYS));
        case MuteAlert.Refused _ -> throw OperatorActs.gone();
      }
      return 0;
    }
  }

  private static void print(ResultOptions result, Alert alert, String done) {
    result.printDone(ViewJson.of(AlertView.of(alert)), alert.id().value() + " is " + done + ".");
  }

  @Command(
      name = "rules",
      mixinStandardHelpOptions = true,
      description = "List what an organization has chosen for each kind of alerts.",
      footer = "  latchkey alert rules --organization Acme")
  int rules(
      @Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin OrganizationOption where) {
    try (Installation installation = store.open()) {
      List<ObjectNode> rows =
          installation.alertActs().rules().of(where.find(installation).id()).stream()
              .map(AlertView.Rule::of)
              .map(ViewJson::of)
              .toList();
      result.printList(Listing.all("alert_rules", rows), List.of("kind", "is_on", "threshold"));
      return 0;
    }
  }

  @Command(
      name = "rule",
      mixinStandardHelpOptions = true,
      description = {
        "Turn a kind of alerts on or off, or change its threshold.",
        "Alerts of a kind that is turned off are closed."
      },
      footer = "  latchkey alert rule --organization Acme --kind calls_refused --threshold 500")
  int rule(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin OrganizationOption where,
      @Mixin RuleOptions options) {
    AlertKind known = options.kind();
    ChangeAlertRule.Wanted wanted = options.wanted();
    try (Installation installation = store.open()) {
      Id.Organization in = where.find(installation).id();
      var changed =
          switch (installation
              .alertActs()
              .changeRule()
              .by(installation.operator(), in, known, wanted)) {
            case ChangeAlertRule.Written(var rule) -> AlertView.Rule.of(rule);
            case ChangeAlertRule.Flawed.THRESHOLD_OUT_OF_RANGE ->
                throw new ConfigFault(
                    known
                        .threshold()
                        .map(range ->
                            "--threshold is not from %d to %d".formatted(range.min(), range.max()))
                        .orElse("a rule for " + known.code() + " has no threshold"));
            case ChangeAlertRule.Refused _ -> throw OperatorActs.gone();
          };
      result.printDone(
          ViewJson.of(changed), known.code() + " is " + (changed.isOn() ? "on." : "off."));
      return 0;
    }
  }
}
