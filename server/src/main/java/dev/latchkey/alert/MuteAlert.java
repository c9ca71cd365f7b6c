package dev.latchkey.alert;

import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.alert.AlertRules;
import java.time.Duration;
import java.time.Instant;

/** Closes an alert, and opens no other of its kind about the same for some days. */
public record MuteAlert(AlertGuard guard, AlertRules alerts) {
  public sealed interface Outcome permits Muted, NotMuted, Refused {}

  public record Muted(Instant until) implements Outcome {}

  public enum NotMuted implements Outcome {
    /** It is less than a day, or more than a year. */
    DAYS_OUT_OF_RANGE
  }

  public record Refused(NoAccess why) implements Outcome {}

  public Outcome by(Actor actor, String named, int days) {
    return switch (guard.check(actor, named)) {
      case AlertGuard.Refused(var why) -> new Refused(why);
      case AlertGuard.Granted(var alert) -> mute(actor, alert, days);
    };
  }

  private Outcome mute(Actor actor, Alert alert, int days) {
    if (days < 1 || days > Alert.MOST_MUTED_DAYS) {
      return NotMuted.DAYS_OUT_OF_RANGE;
    }
    Instant until = actor.moment().at().plus(Duration.ofDays(days));
    alerts.mute(alert, until, actor);
    return new Muted(until);
  }
}
