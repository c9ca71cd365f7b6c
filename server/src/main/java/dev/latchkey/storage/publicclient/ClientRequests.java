package dev.latchkey.storage.publicclient;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.ClientPolicies;
import dev.latchkey.storage.credential.NoticeRecipients;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What people have asked for: apps about which an administrator decides (docs/decisions/0099). */
public record ClientRequests(Database database) {
  /** How many apps one person can have asked for, so that nobody uses up what all may have. */
  private static final int MOST_WAITING = 10;

  /** How many people can have asked for one app. */
  public static final int MOST_OF_APP = 20;

  /** The page of a person shows this many. */
  private static final int SHOWN = 50;

  /** What one person has asked for. {@code scope} is empty if the app named none. */
  public record Request(Id.User by, String name, String reason, Scopes scope, Instant at) {}

  /** {@code reason} and {@code scope}: those of the request. */
  public record Wanted(PublicClient app, String reason, Scopes scope) {}

  /** A request of a person with what became of it. {@code note}: that of the administrator. */
  public record Own(
      PublicClient app, PublicClients.State state, boolean isGone, Instant at, String note) {}

  public enum Outcome {
    /** The app is new in the queue, so the administrators do not know of it yet. */
    FIRST,
    /** Others have asked for it before. */
    JOINED,
    /** The person has asked before. The reason and the scopes are those of now. */
    REPEATED,
    /** There is nothing to ask for: the organization has decided, or does not ask. */
    NOT_OPEN,
    TOO_MANY
  }

  /**
   * Puts the app into the queue for this person. The policy is locked first, so that requests of
   * one organization are counted one after the other.
   */
  public Outcome ask(Wanted wanted, User user, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      Id.Organization where = user.organization();
      if (!ClientPolicies.lock(sql, where)) {
        return Outcome.NOT_OPEN;
      }
      ClientPolicy policy = ClientPolicies.read(sql, where);
      boolean isAsked = policy.rule() == ClientPolicy.Rule.ASK && policy.admits(wanted.app.host());
      if (!isAsked || PublicClients.decided(sql, wanted.app, where).isPresent()) {
        return Outcome.NOT_OPEN;
      }
      PublicClients.deleteForgotten(sql, where, now);
      return isMuch(sql, wanted.app, user) ? Outcome.TOO_MANY : ask(sql, wanted, user, now);
    });
  }

  private static boolean isMuch(Sql sql, PublicClient app, User user) throws SQLException {
    return sql.exists(
        """
        SELECT 1
        WHERE (SELECT count(*)
            FROM client_requests r
            JOIN public_clients p ON p.organization_id = r.organization_id
              AND p.client_key = r.client_key
              AND p.state = 'WAITING'
            WHERE r.user_id = :user
              AND r.client_key <> :key) >= :most
        """,
        Map.of("user", user.id(), "key", app.key(), "most", MOST_WAITING));
  }

  private static Outcome ask(Sql sql, Wanted wanted, User user, RequestMoment now)
      throws SQLException {
    boolean isFirst = PublicClients.upsert(sql, wanted.app, Optional.empty(), user, now);
    if (!isFirst && !PublicClients.waits(sql, wanted.app, user.organization())) {
      return Outcome.TOO_MANY;
    }
    if (isFirst) {
      sql.update(
          "DELETE FROM client_requests WHERE organization_id = ? AND client_key = ?",
          user.organization(),
          wanted.app.key());
    }
    boolean isRepeated = isAsked(sql, wanted.app, user);
    if (!insert(sql, wanted, user, now)) {
      return Outcome.TOO_MANY;
    }
    if (isRepeated) {
      return Outcome.REPEATED;
    }
    sql.record(
        AuditEntry.of(now, AuditEvent.CLIENT_REQUEST, AuditOutcome.OK)
            .by(user.id())
            .in(user.organization())
            .detailed(AuditDetail.ofApp(wanted.app, wanted.scope)));
    return isFirst ? Outcome.FIRST : Outcome.JOINED;
  }

  private static boolean insert(Sql sql, Wanted wanted, User user, RequestMoment now)
      throws SQLException {
    return sql.updateOne(
        """
        INSERT INTO client_requests (organization_id, client_key, user_id, reason, scope, asked_at)
        SELECT :organization, :key, :user, :reason, :scope, :now
        WHERE (SELECT count(*)
            FROM client_requests r
            WHERE r.organization_id = :organization
              AND r.client_key = :key
              AND r.user_id <> :user) < :most
        ON CONFLICT (organization_id, client_key, user_id) DO UPDATE
        SET reason = excluded.reason, scope = excluded.scope
        """,
        Values.of("organization", user.organization())
            .and("key", wanted.app.key())
            .and("user", user.id())
            .and("reason", wanted.reason)
            .and("scope", wanted.scope)
            .and("now", now.at())
            .and("most", MOST_OF_APP));
  }

  /** Whether this person has asked for the app since it waits. */
  static boolean isAsked(Sql sql, PublicClient app, User user) throws SQLException {
    return sql.exists(
        """
        SELECT 1
        FROM client_requests r
        JOIN public_clients p ON p.organization_id = r.organization_id
          AND p.client_key = r.client_key
          AND p.state = 'WAITING'
        WHERE r.organization_id = ?
          AND r.client_key = ?
          AND r.user_id = ?
        """,
        user.organization(),
        app.key(),
        user.id());
  }

  /**
   * The requests for the first apps of an organization in this order, by the keys of the apps. An
   * app has at most {@link #MOST_OF_APP}.
   */
  static Map<String, List<Request>> ofApps(Sql sql, Id.Organization where, String order)
      throws SQLException {
    return sql
        .all(
            """
            SELECT r.*, u.name
            FROM (SELECT p.organization_id, p.client_key
                FROM public_clients p
                WHERE p.organization_id = ?
                {order}) s
            JOIN client_requests r ON r.organization_id = s.organization_id
              AND r.client_key = s.client_key
            JOIN users u ON u.user_id = r.user_id
            ORDER BY r.asked_at, r.user_id
            """
                .replace("{order}", order),
            row -> Map.entry(row.text("client_key"), request(row)),
            where,
            PublicClientReview.SHOWN)
        .stream()
        .collect(
            Collectors.groupingBy(
                Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
  }

  static List<Request> of(Sql sql, Id.Organization where, String key) throws SQLException {
    return sql.all(
        """
        SELECT r.*, u.name
        FROM client_requests r
        JOIN users u ON u.user_id = r.user_id
        WHERE r.organization_id = ?
          AND r.client_key = ?
        ORDER BY r.asked_at, r.user_id
        LIMIT ?
        """,
        ClientRequests::request,
        where,
        key,
        MOST_OF_APP);
  }

  /** Who is told of the decision about an app. */
  static List<NoticeRecipients.Person> askers(Sql sql, Id.Organization where, String key)
      throws SQLException {
    return sql.all(
        """
        SELECT u.user_id, u.name, u.email
        FROM client_requests r
        JOIN users u ON u.user_id = r.user_id
          AND u.active_since IS NOT NULL
        WHERE r.organization_id = ?
          AND r.client_key = ?
        ORDER BY r.asked_at, r.user_id
        LIMIT ?
        """,
        row -> new NoticeRecipients.Person(row.user(), row.text("name"), row.text("email")),
        where,
        key,
        MOST_OF_APP);
  }

  private static Request request(Sql.Row row) throws SQLException {
    return new Request(
        row.user(),
        row.text("name"),
        row.text("reason"),
        row.scopes("scope"),
        row.instant("asked_at"));
  }

  /** The newest requests of a person, with what became of them. */
  public List<Own> ofPerson(User user) {
    return database.list(sql ->
        sql.all(
            """
            SELECT p.*, r.asked_at AS own_at, c.client_id AS existing
            FROM client_requests r
            JOIN public_clients p ON p.organization_id = r.organization_id
              AND p.client_key = r.client_key
            LEFT JOIN credentials c ON c.client_id = p.client_id
              AND c.deleted_at IS NULL
            WHERE r.user_id = ?
            ORDER BY r.asked_at DESC, r.client_key
            LIMIT ?
            """,
            row ->
                new Own(
                    PublicClientReview.app(row),
                    PublicClients.State.valueOf(row.text("state")),
                    row.maybeText("existing").isEmpty(),
                    row.instant("own_at"),
                    row.text("note")),
            user.id(),
            SHOWN));
  }
}
