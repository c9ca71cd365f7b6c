package dev.latchkey.alert;

import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.alert.AlertList;
import dev.latchkey.storage.alert.AlertRules;
import dev.latchkey.storage.alert.Alerts;
import dev.latchkey.storage.credential.Credentials;

/** The acts on alerts. */
public record AlertActs(
    AlertGuard guard,
    AlertList list,
    AlertRules rules,
    CloseAlert close,
    MuteAlert mute,
    ChangeAlertRule changeRule) {

  public static AlertActs on(
      Alerts alerts, AlertList list, OrganizationGuard organizations, Credentials credentials) {
    var rules = new AlertRules(alerts.database(), alerts);
    var guard = new AlertGuard(organizations, credentials, list);
    return new AlertActs(
        guard,
        list,
        rules,
        new CloseAlert(guard, rules),
        new MuteAlert(guard, rules),
        new ChangeAlertRule(guard, rules));
  }
}
