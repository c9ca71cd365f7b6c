package dev.latchkey.alert;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.alert.AlertRules;

/** Closes an alert that a person has looked at. If it happens again, another one is opened. */
public record CloseAlert(AlertGuard guard, AlertRules alerts) {
  public sealed interface Outcome permits Written, Refused {}

  public enum Written implements Outcome {
    CLOSED,
    CLOSED_BEFORE
  }

  public record Refused(NoAccess why) implements Outcome {}

  public Outcome by(Actor actor, String named) {
    return switch (guard.check(actor, named)) {
      case AlertGuard.Refused(var why) -> new Refused(why);
      case AlertGuard.Granted(var alert) ->
          alerts.close(alert, actor) ? Written.CLOSED : Written.CLOSED_BEFORE;
    };
  }
}
