package dev.latchkey.model.audit;

import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertRule;
import dev.latchkey.model.audit.AuditDetail.Change;
import dev.latchkey.model.audit.AuditDetail.Field;
import java.util.List;
import java.util.Optional;

/** What an entry about an alert or a rule for alerts says of it. */
public final class AlertDetail {
  private AlertDetail() {}

  /** The kind of an alert, and what it is about. */
  public static Optional<String> of(Alert alert) {
    return AuditDetail.json(
        Change.of(Field.ALERT, List.of(), List.of(alert.kind().name())),
        Change.of(Field.ABOUT, List.of(), List.of(alert.about().name())));
  }

  public static Optional<String> between(AlertRule before, AlertRule after) {
    return AuditDetail.json(
        Change.of(Field.ALERT, List.of(), List.of(after.kind().name())),
        Change.of(Field.ALERT_RULE, state(before), state(after)),
        Change.of(
            Field.THRESHOLD,
            String.valueOf(before.threshold()),
            String.valueOf(after.threshold())));
  }

  private static String state(AlertRule rule) {
    return rule.isOn() ? "ON" : "OFF";
  }
}
