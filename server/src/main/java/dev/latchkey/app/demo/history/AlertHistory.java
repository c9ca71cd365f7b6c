package dev.latchkey.app.demo.history;

import dev.latchkey.event.EventPayload;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertFact;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.alert.AlertRules;
import dev.latchkey.storage.alert.Alerts;
import dev.latchkey.storage.database.Database;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Alerts, of which people have closed some. The running server opens others from the history: about
 * the leak, apps that wait for approval, and the webhook that wants no more.
 */
record AlertHistory(Past past, AppHistory apps, Instant now, Alerts alerts, AlertRules rules) {
  static AlertHistory on(Past past, AppHistory apps, Instant now, Database database) {
    var alerts = new Alerts(database, new EventPayload(past.random())::alert, past.random());
    return new AlertHistory(past, apps, now, alerts, new AlertRules(database, alerts));
  }

  void tell() {
    Instant scope = past.days().atWork(26);
    happen(AlertKind.WRITE_SCOPE_ADDED, "CI Release Notes", scope, 1, "write:wiki:pages");
    close(AlertKind.WRITE_SCOPE_ADDED, "CI Release Notes", scope.plusSeconds(640), "olga");
    happen(AlertKind.TOKEN_REPLAYED, "Sprint Board", past.days().atWork(3), 3, "203.0.113.250");
    Instant night = past.days().about(1, "03:41");
    happen(AlertKind.NEW_NETWORK, "Spreadsheet Sync", night, 1, "198.51.0.0/16 (198.51.100.201)");
    happen(AlertKind.CALLS_REFUSED, "CI Release Notes", now.minusSeconds(2_160), 412, "");
    Instant studio = past.days().atWork(4);
    happen(AlertKind.CALLS_REFUSED, "Studio Invoices", studio, 138, "");
    close(AlertKind.CALLS_REFUSED, "Studio Invoices", studio.plusSeconds(2_900), "tara");
  }

  private void happen(AlertKind kind, String app, Instant at, long times, String detail) {
    past.timeline()
        .add(
            at,
            SignIns.OFFICE,
            now -> {
              Credential credential = apps.find(app);
              var fact =
                  new AlertFact(
                      kind,
                      Optional.of(credential.organization()),
                      Alert.About.credential(credential.clientId(), credential.name()),
                      detail,
                      new AlertFact.Count(times, times),
                      now.at(),
                      Optional.empty());
              List<Alert> _ = alerts.raise(List.of(fact), now);
            });
  }

  private void close(AlertKind kind, String app, Instant at, String by) {
    past.timeline()
        .add(
            at,
            SignIns.OFFICE,
            now -> {
              Actor.Person actor = past.cast().actor(by, now);
              past.stores().operation().alerts().openOf(apps.id(app)).stream()
                  .filter(alert -> alert.kind() == kind)
                  .forEach(alert -> rules.close(alert, actor));
            });
  }
}
