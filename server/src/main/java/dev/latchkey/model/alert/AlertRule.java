package dev.latchkey.model.alert;

/** What an organization has chosen for one kind of alerts. */
public record AlertRule(AlertKind kind, boolean isOn, int threshold) {
  public static AlertRule usual(AlertKind kind) {
    return new AlertRule(kind, true, kind.usual());
  }
}
