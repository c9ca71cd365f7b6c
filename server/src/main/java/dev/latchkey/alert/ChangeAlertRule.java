package dev.latchkey.alert;

import dev.latchkey.model.Id;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.alert.AlertRule;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.alert.AlertRules;
import java.util.Optional;

/** Turns a kind of alerts of an organization on or off, or changes its threshold. */
public record ChangeAlertRule(AlertGuard guard, AlertRules rules) {
  public sealed interface Outcome permits Written, Flawed, Refused {}

  public record Written(AlertRule rule) implements Outcome {}

  public enum Flawed implements Outcome {
    THRESHOLD_OUT_OF_RANGE
  }

  public record Refused(NoAccess why) implements Outcome {}

  /** What is to be changed; what is empty stays. */
  public record Wanted(Optional<Boolean> isOn, Optional<Integer> threshold) {
    AlertRule after(AlertRule before) {
      return new AlertRule(
          before.kind(), isOn.orElse(before.isOn()), threshold.orElse(before.threshold()));
    }
  }

  public Outcome by(Actor actor, Id.Organization in, AlertKind kind, Wanted wanted) {
    return guard
        .refuse(actor, Optional.of(in))
        .<Outcome>map(Refused::new)
        .orElseGet(() -> change(actor, in, kind, wanted));
  }

  private Outcome change(Actor actor, Id.Organization in, AlertKind kind, Wanted wanted) {
    AlertRule before = rules.of(in, kind);
    AlertRule after = wanted.after(before);
    boolean isAllowed =
        kind.threshold()
            .map(range -> range.allows(after.threshold()))
            .orElse(after.threshold() == before.threshold());
    if (!isAllowed) {
      return Flawed.THRESHOLD_OUT_OF_RANGE;
    }
    boolean _ = rules.change(in, before, after, actor);
    return new Written(after);
  }
}
