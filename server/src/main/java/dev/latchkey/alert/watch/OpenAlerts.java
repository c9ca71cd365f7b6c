package dev.latchkey.alert.watch;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertFact;
import dev.latchkey.storage.alert.Alerts;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** Opens alerts and mails people about those that were opened. */
public record OpenAlerts(Alerts alerts, AlertMail mail, Supplier<RequestMoment> now) {
  void raise(Collection<AlertFact> facts) {
    if (!facts.isEmpty()) {
      opened(alerts.raise(facts, now.get()));
    }
  }

  void opened(List<Alert> opened) {
    opened.forEach(mail::send);
  }
}
