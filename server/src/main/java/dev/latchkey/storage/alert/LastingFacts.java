package dev.latchkey.storage.alert;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertFact;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What lasts, and is looked for from time to time: it opens an alert, and its end closes that. All
 * nodes look; the guards of {@link Alerts} make one alert of it.
 */
public record LastingFacts(Database database, Alerts alerts) {
  private static final int BATCH = 200;

  /** After an hour without many refusals, their burst is over. */
  private static final Duration BURST = Duration.ofHours(2);

  private static final String THRESHOLD =
      """
      COALESCE((SELECT r.threshold FROM alert_rules r
          WHERE r.organization_id = {of} AND r.kind = '{kind}'), {usual})
      """;

  /** Opens what has begun. */
  public List<Alert> open(RequestMoment now) {
    var facts = new ArrayList<AlertFact>();
    database.read(sql -> {
      facts.addAll(approvals(sql, now.at()));
      facts.addAll(webhooks(sql, now.at()));
      facts.addAll(endings(sql, now.at()));
      return facts;
    });
    return alerts.raise(facts, now);
  }

  private static List<AlertFact> approvals(Sql sql, Instant now) throws SQLException {
    return sql.all(
        begun(
            AlertKind.APPROVAL_WAITING,
            """
            SELECT p.organization_id, p.organization_id || ' ' || p.client_key AS subject, p.name,
                p.asked_at AS since
            FROM public_clients p
            WHERE p.state = 'WAITING'
            """),
        row ->
            AlertFact.lasting(
                AlertKind.APPROVAL_WAITING,
                Optional.of(row.organization()),
                new Alert.About(row.text("subject"), Optional.empty(), row.text("name")),
                new AlertFact.Lasting(row.instant("since"), now)),
        Map.of("now", now, "most", BATCH));
  }

  private static List<AlertFact> webhooks(Sql sql, Instant now) throws SQLException {
    String text =
        """
        SELECT e.organization_id, e.endpoint_id AS subject, e.description,
            COALESCE(e.failing_since, e.disabled_at) AS since
        FROM event_endpoints e
        WHERE (e.failing_since <= :now - {threshold} * 3600000 AND e.disabled_at IS NULL)
           OR e.disabled_why IN ('GONE', 'FAILING', 'FULL')
        """
            .replace("{threshold}", threshold("e.organization_id", AlertKind.WEBHOOK_FAILING));
    return sql.all(
        begun(AlertKind.WEBHOOK_FAILING, text),
        row ->
            AlertFact.lasting(
                AlertKind.WEBHOOK_FAILING,
                row.maybeText("organization_id").map(Id.Organization::new),
                new Alert.About(
                    row.text("subject"),
                    Optional.empty(),
                    row.text("description").isEmpty()
                        ? row.text("subject")
                        : row.text("description")),
                new AlertFact.Lasting(row.instant("since"), now)),
        Map.of("now", now, "most", BATCH));
  }

  /** A token that was replaced by one that lasts longer is no reason to do something. */
  private static List<AlertFact> endings(Sql sql, Instant now) throws SQLException {
    String text =
        """
        SELECT c.organization_id, t.client_id AS subject, c.name, t.ended_at, t.issued_at AS since
        FROM organization_tokens t
        JOIN credentials c ON c.client_id = t.client_id
          AND c.deleted_at IS NULL
        WHERE t.ended_at > 0
          AND t.ended_at > :now
          AND t.ended_at <= :latest
          AND t.ended_at <= :now + {threshold} * 86400000
          AND NOT EXISTS (SELECT 1 FROM organization_tokens n
              WHERE n.client_id = t.client_id
                AND (n.ended_at IS NULL OR n.ended_at > t.ended_at))
        """
            .replace("{threshold}", threshold("c.organization_id", AlertKind.TOKEN_ENDING));
    int longest = AlertKind.TOKEN_ENDING.threshold().orElseThrow().max();
    return sql.all(
        begun(AlertKind.TOKEN_ENDING, text),
        row ->
            AlertFact.lasting(
                    AlertKind.TOKEN_ENDING,
                    Optional.of(row.organization()),
                    Alert.About.credential(new Id.Client(row.text("subject")), row.text("name")),
                    new AlertFact.Lasting(row.instant("since"), now))
                .detailed(row.instant("ended_at").toString()),
        Map.of("now", now, "latest", now.plus(Duration.ofDays(longest)), "most", BATCH));
  }

  /**
   * Those without an alert that may have one. Each organization has its turn, because one in which
   * no more alerts can be opened must not keep those of others away.
   */
  private static String begun(AlertKind kind, String lasting) {
    return """
    SELECT b.*
    FROM (SELECT l.*,
            ROW_NUMBER() OVER (PARTITION BY l.organization_id ORDER BY l.since, l.subject) AS place
        FROM ({lasting}) l
        WHERE NOT EXISTS (SELECT 1 FROM alerts a
              WHERE a.kind = '{kind}'
                AND a.subject = l.subject
                AND a.first_at >= l.since)
          AND NOT EXISTS (SELECT 1 FROM alert_rules r
              WHERE r.organization_id = l.organization_id
                AND r.kind = '{kind}'
                AND r.is_on = 0)
          AND NOT EXISTS (SELECT 1 FROM alert_mutes m
              WHERE m.kind = '{kind}'
                AND m.subject = l.subject
                AND m.muted_until > :now)) b
    ORDER BY b.place
    LIMIT :most
    """
        .replace("{kind}", kind.name())
        .replace("{lasting}", lasting);
  }

  private static String threshold(String of, AlertKind kind) {
    return THRESHOLD
        .replace("{of}", of)
        .replace("{kind}", kind.name())
        .replace("{usual}", String.valueOf(kind.usual()));
  }

  /** Closes what is over, and what has not happened again for long. */
  public void close(RequestMoment now) {
    for (AlertKind kind : AlertKind.values()) {
      close(kind, over(kind), Alert.Reason.OVER, now);
      if (!kind.isLasting()) {
        close(kind, "a.last_at < :quiet", Alert.Reason.QUIET, now);
      }
    }
  }

  /** When an alert of this kind is over. */
  private static String over(AlertKind kind) {
    String gone = "NOT EXISTS (SELECT 1 FROM credentials c WHERE c.client_id = a.client_id AND ";
    return switch (kind) {
      case TOKEN_REPLAYED,
          SECRET_LEAKED,
          NEW_NETWORK,
          USED_AGAIN,
          WRITE_SCOPE_ADDED,
          ROUTE_DEPRECATED ->
          gone + "c.deleted_at IS NULL)";
      case CALLS_REFUSED -> "a.last_at < :burst";
      case TOKEN_WITHOUT_NETWORKS ->
          gone
              + """
              c.deleted_at IS NULL AND c.networks = ''
                AND EXISTS (SELECT 1 FROM organization_tokens t
                    WHERE t.client_id = c.client_id
                      AND (t.ended_at IS NULL OR t.ended_at > :now)))
              """;
      case TOKEN_ENDING ->
          """
          (EXISTS (SELECT 1 FROM organization_tokens t
              WHERE t.client_id = a.client_id
                AND t.issued_at > a.first_at)
           OR NOT EXISTS (SELECT 1 FROM credentials c
              JOIN organization_tokens t ON t.client_id = c.client_id
                AND (t.ended_at IS NULL OR t.ended_at > :now)
              WHERE c.client_id = a.client_id
                AND c.deleted_at IS NULL))
          """;
      case APPROVAL_WAITING ->
          """
          NOT EXISTS (SELECT 1 FROM public_clients p
              WHERE p.organization_id = a.organization_id
                AND a.subject = p.organization_id || ' ' || p.client_key
                AND p.state = 'WAITING')
          """;
      case WEBHOOK_FAILING ->
          """
          NOT EXISTS (SELECT 1 FROM event_endpoints e
              WHERE e.endpoint_id = a.subject
                AND (e.failing_since IS NOT NULL OR e.disabled_at IS NOT NULL)
                AND (e.disabled_why IS NULL OR e.disabled_why <> 'BY_PERSON'))
          """;
    };
  }

  private void close(AlertKind kind, String condition, Alert.Reason why, RequestMoment now) {
    String text =
        """
        SELECT a.alert_id
        FROM alerts a
        WHERE a.kind = '{kind}'
          AND a.closed_at IS NULL
          AND {condition}
        ORDER BY a.alert_id
        LIMIT :most
        """
            .replace("{kind}", kind.name())
            .replace("{condition}", condition);
    var values = new Values().and("most", BATCH);
    Map.of(
            "now", now.at(),
            "burst", now.at().minus(BURST),
            "quiet", now.at().minus(AlertKind.QUIET))
        .entrySet()
        .stream()
        .filter(each -> condition.contains(":" + each.getKey()))
        .forEach(each -> values.put(each.getKey(), each.getValue()));
    List<Id.Alert> over =
        database.read(sql -> sql.all(text, row -> new Id.Alert(row.text("alert_id")), values));
    if (!over.isEmpty()) {
      database
          .at(now)
          .using(WriteSpace.ENDING)
          .write(sql -> {
            alerts.close(sql, over, why, now);
            return true;
          });
    }
  }
}
