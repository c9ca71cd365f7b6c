package dev.latchkey.storage.alert;

import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertFact;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.storage.call.CallHours;
import dev.latchkey.storage.credential.CredentialNetworks;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the request log says of a credential, judged by the rules of its organization. */
public record CallFacts(Database database, CredentialNetworks networks) {
  /** The hours of credentials in which more calls were refused than the rules allow. */
  public List<AlertFact> refused(Map<CallHours.Hour, Long> more, Instant at) {
    return database.read(sql -> {
      var facts = new ArrayList<AlertFact>();
      for (var each : more.entrySet()) {
        burst(sql, each.getKey(), each.getValue(), at).ifPresent(facts::add);
      }
      return facts;
    });
  }

  /** A few refusals among many calls are none. */
  private static Optional<AlertFact> burst(Sql sql, CallHours.Hour hour, long more, Instant at)
      throws SQLException {
    return sql.one(
        """
        SELECT c.client_id, c.organization_id, c.name, h.refused
        FROM call_hours h
        JOIN credentials c ON c.client_id = h.subject
          AND c.deleted_at IS NULL
        LEFT JOIN alert_rules r ON r.organization_id = c.organization_id
          AND r.kind = 'CALLS_REFUSED'
        WHERE h.subject = ?
          AND h.hour = ?
          AND h.refused >= COALESCE(r.threshold, ?)
          AND h.refused * 10 >= h.admitted + h.refused + h.failed
        """,
        row ->
            new AlertFact(
                AlertKind.CALLS_REFUSED,
                Optional.of(row.organization()),
                Alert.About.credential(row.client(), row.text("name")),
                "",
                new AlertFact.Count(row.large("refused"), more),
                at,
                Optional.empty()),
        hour.subject(),
        hour.start(),
        AlertKind.CALLS_REFUSED.usual());
  }

  /** Notes that a credential was used from a network, and what is unusual about it. */
  public List<AlertFact> used(Id.Client client, String network, String address, Instant at) {
    Optional<CredentialNetworks.Known> found = networks.use(client, network, at);
    if (found.isEmpty()) {
      return List.of();
    }
    CredentialNetworks.Known known = found.get();
    var about = Alert.About.credential(client, known.name());
    var facts = new ArrayList<AlertFact>();
    if (known.isSurprise()) {
      String detail = "%s (%s)".formatted(network, address);
      facts.add(AlertFact.once(AlertKind.NEW_NETWORK, known.organization(), about, detail, at));
    }
    known
        .lastUse()
        .filter(last -> isLongAgo(last, known.organization(), at))
        .ifPresent(last ->
            facts.add(
                AlertFact.once(
                    AlertKind.USED_AGAIN, known.organization(), about, last.toString(), at)));
    return facts;
  }

  private boolean isLongAgo(Instant last, Id.Organization in, Instant at) {
    long days = Duration.between(last, at).toDays();
    int least = AlertKind.USED_AGAIN.threshold().orElseThrow().min();
    return days >= least && days >= threshold(in, AlertKind.USED_AGAIN);
  }

  private int threshold(Id.Organization in, AlertKind kind) {
    return database.read(sql ->
        sql.one(
                "SELECT threshold FROM alert_rules WHERE organization_id = ? AND kind = ?",
                row -> row.number("threshold"),
                in,
                kind.name())
            .orElse(kind.usual()));
  }
}
