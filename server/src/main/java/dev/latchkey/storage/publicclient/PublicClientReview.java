package dev.latchkey.storage.publicclient;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.credential.ClientPolicies;
import dev.latchkey.storage.credential.NewCredentials;
import dev.latchkey.storage.credential.NoticeRecipients;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.query.BoundedCount;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The apps without a credential that an organization knows, and what its administrators decide. */
public record PublicClientReview(Database database) {
  /** The page of an organization shows this many apps. */
  public static final int SHOWN = 200;

  private static final String LISTED =
      """
      SELECT p.*, u.name AS asked_by_name, c.client_id AS existing, c.scope AS granted,
          d.name AS decided_by_name
      FROM public_clients p
      JOIN users u ON u.user_id = p.asked_by
      LEFT JOIN users d ON d.user_id = p.decided_by
      LEFT JOIN credentials c ON c.client_id = p.client_id
        AND c.deleted_at IS NULL
      WHERE p.organization_id = ?
      """;

  private static final String LIST_ORDER =
      """
      ORDER BY CASE p.state WHEN 'WAITING' THEN 0 ELSE 1 END, COALESCE(p.decided_at, p.asked_at) DESC, p.client_key
      LIMIT ?
      """;

  /**
   * An app in the list of an organization. {@code requests}: those of its people, the first one
   * first.
   */
  public record Listed(
      PublicClient app,
      PublicClients.State state,
      Optional<Granted> granted,
      String askedBy,
      Instant askedAt,
      Optional<Decided> decided,
      List<ClientRequests.Request> requests) {
    /** Its credential, if it has one. */
    public Optional<Id.Client> client() {
      return granted.map(Granted::client);
    }

    /** Whether an administrator can decide, or decide again: it was denied or is gone. */
    public boolean isOpen() {
      return granted.isEmpty();
    }

    public boolean waits() {
      return state == PublicClients.State.WAITING;
    }

    /** The scopes that the app has asked for; none if it named none. */
    public Scopes asked() {
      return PublicClientReview.asked(requests);
    }

    /** The scopes that the app can get: what it asked for, if it named any, of the policy. */
    public Scopes most(ClientPolicy policy) {
      Scopes asked = asked();
      return asked.isEmpty() ? policy.scope() : asked.without(asked.without(policy.scope()));
    }

    private Listed with(List<ClientRequests.Request> known) {
      return new Listed(app, state, granted, askedBy, askedAt, decided, known);
    }
  }

  /**
   * What an app may use that was let in. {@code days}: how long people can allow it, if not for as
   * long as the policy says.
   */
  public record Granted(Id.Client client, Scopes scope, Optional<Integer> days) {}

  /** {@code by}: the name of the person; empty if an operator or a program decided. */
  public record Decided(Optional<String> by, Instant at, String note) {}

  /**
   * {@code fresh}: the identifier of the new credential. {@code days} is empty if people can allow
   * the app for as long as the policy says.
   */
  public record Allowing(Id.Client fresh, Id.User owner, Scopes scope, Optional<Integer> days) {}

  /**
   * {@code seen}: the state of the app that the administrator has looked at, and {@code policy} the
   * version of the policy. {@code allowed} is empty if the app is denied. {@code note}: to the
   * people who asked.
   */
  public record Decision(
      String key, PublicClients.State seen, int policy, Optional<Allowing> allowed, String note) {
    PublicClients.State state() {
      return allowed.isPresent() ? PublicClients.State.ALLOWED : PublicClients.State.DENIED;
    }
  }

  /** {@code askers}: who is told of the decision. */
  public record Written(PublicClient app, List<NoticeRecipients.Person> askers) {
    public Written {
      askers = List.copyOf(askers);
    }
  }

  /**
   * Lets in or denies an app. Empty if another administrator has decided since this one has looked
   * at it, or has changed the policy, which says what the app may use at most. The policy is locked
   * first.
   */
  public Optional<Written> decide(Id.Organization organization, Decision decision, Actor actor) {
    RequestMoment now = actor.moment();
    var store = database.at(now);
    return store.write(sql -> {
      if (!ClientPolicies.lock(sql, organization, decision.policy())) {
        return Optional.empty();
      }
      Optional<PublicClient> app = write(sql, organization, decision, actor);
      if (app.isEmpty()) {
        return Optional.empty();
      }
      if (decision.allowed.isPresent()) {
        Allowing allowed = decision.allowed.get();
        var owner = new PublicClients.Owner(organization, allowed.owner);
        Credential.Personal credential =
            PublicClients.credential(app.get(), owner, allowed.fresh, allowed.scope, now.at());
        NewCredentials.insertWithoutSecret(
            sql, credential, AuditDetail.ofApp(app.get(), allowed.scope), now);
      } else {
        sql.record(
            actor
                .entry(AuditEvent.CLIENT_DENY)
                .in(organization)
                .detailed(
                    AuditDetail.ofApp(
                        app.get(), asked(ClientRequests.of(sql, organization, decision.key)))));
      }
      return Optional.of(
          new Written(app.get(), ClientRequests.askers(sql, organization, decision.key)));
    });
  }

  private static Scopes asked(List<ClientRequests.Request> requests) {
    return Scopes.of(requests.stream().flatMap(each -> each.scope().names().stream()).toList());
  }

  private static Optional<PublicClient> write(
      Sql sql, Id.Organization organization, Decision decision, Actor actor) throws SQLException {
    Optional<Id.User> by =
        actor instanceof Actor.Person person ? Optional.of(person.id()) : Optional.empty();
    return sql.one(
        """
        UPDATE public_clients
        SET state = :state, client_id = :client, days = :days, note = :note, decided_by = :by,
            decided_at = :now
        WHERE organization_id = :organization
          AND client_key = :key
          AND state = :seen
          AND (state <> 'ALLOWED' OR ({gone}))
          AND (state <> 'DENIED' OR :state <> 'DENIED')
        RETURNING client_key, host, name, redirect_uris
        """
            .replace("{gone}", PublicClients.IS_GONE),
        PublicClientReview::app,
        Values.of("state", decision.state().name())
            .and("client", decision.allowed.map(Allowing::fresh))
            .and("days", decision.allowed.flatMap(Allowing::days))
            .and("note", decision.note)
            .and("by", by)
            .and("now", actor.moment().at())
            .and("organization", organization)
            .and("key", decision.key)
            .and("seen", decision.seen.name()));
  }

  /** How many apps wait for a decision. */
  public BoundedCount waiting(Id.Organization organization) {
    return new BoundedCount(
        database
            .list(sql ->
                sql.one(
                    """
                    SELECT COUNT(*) AS waiting
                    FROM public_clients
                    WHERE organization_id = ?
                      AND state = 'WAITING'
                    """,
                    row -> row.number("waiting"),
                    organization))
            .orElseThrow());
  }

  /** The first apps of an organization: those that wait, and then the newest decisions. */
  public List<Listed> list(Id.Organization organization) {
    String first = LISTED + LIST_ORDER;
    return database.list(sql -> {
      Map<String, List<ClientRequests.Request>> requests =
          ClientRequests.ofApps(sql, organization, LIST_ORDER);
      return sql.all(first, PublicClientReview::listed, organization, SHOWN).stream()
          .map(each -> each.with(requests.getOrDefault(each.app.key(), List.of())))
          .toList();
    });
  }

  /** The app of an organization that has this key. */
  public Optional<Listed> find(Id.Organization organization, String key) {
    String one = LISTED + "  AND p.client_key = ?";
    return database.list(sql -> {
      List<ClientRequests.Request> requests = ClientRequests.of(sql, organization, key);
      return sql.one(one, PublicClientReview::listed, organization, key)
          .map(found -> found.with(requests));
    });
  }

  private static Listed listed(Sql.Row row) throws SQLException {
    return new Listed(
        app(row),
        PublicClients.State.valueOf(row.text("state")),
        granted(row),
        row.text("asked_by_name"),
        row.instant("asked_at"),
        decided(row),
        List.of());
  }

  private static Optional<Granted> granted(Sql.Row row) throws SQLException {
    Optional<String> client = row.maybeText("existing");
    return client.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Granted(
                new Id.Client(client.get()),
                row.scopes("granted"),
                row.maybeText("days").map(Integer::valueOf)));
  }

  private static Optional<Decided> decided(Sql.Row row) throws SQLException {
    Optional<String> by = row.maybeText("decided_by_name");
    String note = row.text("note");
    return row.maybeInstant("decided_at").map(at -> new Decided(by, at, note));
  }

  static PublicClient app(Sql.Row row) throws SQLException {
    return new PublicClient(
        row.text("client_key"),
        row.maybeText("host"),
        row.text("name"),
        row.text("redirect_uris").lines().map(RedirectUri::new).toList());
  }
}
