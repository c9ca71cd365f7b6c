package dev.latchkey.alert.watch;

import dev.latchkey.model.Id;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.storage.alert.AlertEntries;
import dev.latchkey.storage.alert.CallFacts;
import dev.latchkey.storage.alert.LastingFacts;
import dev.latchkey.storage.call.CallBlock;
import dev.latchkey.storage.call.CallHours;
import dev.latchkey.usage.CallWatch;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * Looks at what has happened and opens alerts: at entries of the audit log once a second, at calls
 * after they were written to the request log, and once a minute at what lasts.
 */
public final class AlertWatch implements CallWatch {
  private final AlertEntries entries;
  private final EntryFacts entryFacts;
  private final CallFacts calls;
  private final LastingFacts lasting;
  private final DeprecatedCalls deprecated;
  private final OpenAlerts alerts;
  private final SeenToday seen = new SeenToday();

  /** The stores of facts. */
  public record Facts(
      AlertEntries entries,
      EntryFacts ofEntries,
      CallFacts calls,
      LastingFacts lasting,
      DeprecatedCalls deprecated) {}

  public AlertWatch(Facts facts, OpenAlerts alerts) {
    this.entries = facts.entries;
    this.entryFacts = facts.ofEntries;
    this.calls = facts.calls;
    this.lasting = facts.lasting;
    this.deprecated = facts.deprecated;
    this.alerts = alerts;
  }

  public void begin() {
    entries.begin();
  }

  /** Reads what is new in the audit log. */
  public void readEntries() {
    AlertEntries.Read read;
    do {
      read = entries.next(entryFacts::of, alerts.now().get());
      alerts.opened(read.opened());
    } while (read.entries() > 0);
  }

  /** Looks at what lasts: it opens an alert, and its end closes it. */
  public void sweep() {
    alerts.opened(lasting.open(alerts.now().get()));
    lasting.close(alerts.now().get());
  }

  @Override
  public void written(List<CallBlock> blocks) {
    for (CallBlock block : blocks) {
      alerts.raise(deprecated.in(block));
      String last = "";
      for (RecordedCall call : block.calls()) {
        String address = call.origin().address();
        if (call.outcome() != RecordedCall.Outcome.REFUSED && !address.equals(last)) {
          use(block.client(), call);
          last = address;
        }
      }
    }
  }

  private void use(Id.Client client, RecordedCall call) {
    String address = call.origin().address();
    Instant day = call.at().truncatedTo(ChronoUnit.DAYS);
    if (seen.isKnown(client, address, day)) {
      return;
    }
    alerts.raise(calls.used(client, CallerNetwork.of(address).text(), address, call.at()));
    seen.add(client, address, day);
  }

  @Override
  public void refused(Map<CallHours.Hour, Long> more) {
    alerts.raise(calls.refused(more, alerts.now().get().at()));
  }
}
