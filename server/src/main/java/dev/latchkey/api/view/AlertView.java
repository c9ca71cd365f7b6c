package dev.latchkey.api.view;

import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.alert.AlertRule;
import java.time.Instant;
import java.util.Optional;

/** Something that a person should look at. */
public record AlertView(
    Id.Alert alertId,
    Optional<Id.Organization> orgId,
    AlertKind kind,
    Alert.State state,
    Optional<Id.Client> clientId,
    String about,
    Optional<String> detail,
    long times,
    Instant firstAt,
    Instant lastAt,
    Optional<Instant> closedAt,
    Optional<Alert.Reason> closedReason,
    Optional<Id.Subject> closedBy) {
  public static AlertView of(Alert alert) {
    return new AlertView(
        alert.id(),
        alert.organization(),
        alert.kind(),
        alert.state(),
        alert.about().client(),
        alert.about().name(),
        Optional.of(alert.detail()).filter(detail -> !detail.isEmpty()),
        alert.times(),
        alert.firstAt(),
        alert.lastAt(),
        alert.closed().map(Alert.Closed::at),
        alert.closed().map(Alert.Closed::why),
        alert.closed().flatMap(Alert.Closed::by));
  }

  /** What an organization has chosen for one kind of alerts. */
  public record Rule(AlertKind kind, boolean isOn, Optional<Integer> threshold) {
    public static Rule of(AlertRule rule) {
      return new Rule(rule.kind(), rule.isOn(), rule.kind().threshold().map(_ -> rule.threshold()));
    }
  }
}
