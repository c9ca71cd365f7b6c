package dev.latchkey.storage.publicclient;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.storage.credential.ClientPolicies;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.query.BoundedCount;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The apps without a credential that an organization knows, and what its administrators decide. */
public record PublicClientReview(Database database) {
  /** The page of an organization shows this many apps. */
  public static final int SHOWN = 200;

  private static final String LISTED =
      """
      SELECT p.*, u.name AS asked_by_name, c.client_id AS existing
      FROM public_clients p
      JOIN users u ON u.user_id = p.asked_by
      LEFT JOIN credentials c ON c.client_id = p.client_id
        AND c.deleted_at IS NULL
      WHERE p.organization_id = ?
      """;

  private static final String LIST_ORDER =
      """
      ORDER BY CASE p.state WHEN 'WAITING' THEN 0 ELSE 1 END, p.asked_at DESC, p.client_key
      LIMIT ?
      """;

  /** An app in the list of an organization. {@code client} is its credential, if it has one. */
  public record Listed(
      PublicClient app,
      PublicClients.State state,
      Optional<Id.Client> client,
      String askedBy,
      Instant askedAt) {
    /** Whether an administrator can allow or deny it. */
    public boolean isUndecided() {
      return client.isEmpty() && state != PublicClients.State.DENIED;
    }
  }

  /**
   * {@code fresh} is the identifier of the new credential; it is empty if the app is denied. {@code
   * policy}: the version that the administrator has looked at.
   */
  public record Decision(String key, Optional<Id.Client> fresh, int policy) {}

  /**
   * Lets in or denies an app that waits. An app whose credential was deleted can be denied as well.
   * False if another administrator has decided before, or has changed the policy, which says what
   * the app may use. The policy is locked first.
   */
  public boolean decide(
      Id.Organization organization, Decision decision, Id.User by, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      if (!ClientPolicies.lock(sql, organization, decision.policy())) {
        return false;
      }
      Optional<PublicClient> app =
          sql.one(
              """
              UPDATE public_clients
              SET state = ?, client_id = ?
              WHERE organization_id = ?
                AND client_key = ?
                AND (state = 'WAITING' OR ({gone}))
              RETURNING client_key, host, name, redirect_uris
              """
                  .replace("{gone}", PublicClients.IS_GONE),
              PublicClientReview::app,
              (decision.fresh().isPresent()
                      ? PublicClients.State.ALLOWED
                      : PublicClients.State.DENIED)
                  .name(),
              decision.fresh(),
              organization,
              decision.key());
      if (app.isEmpty()) {
        return false;
      }
      if (decision.fresh().isPresent()) {
        PublicClients.create(
            sql, app.get(), new PublicClients.Owner(organization, by), decision.fresh().get(), now);
      } else {
        sql.record(
            AuditEntry.of(now, AuditEvent.CLIENT_DENY, AuditOutcome.OK)
                .by(by)
                .in(organization)
                .detailed(AuditDetail.ofApp(app.get())));
      }
      return true;
    });
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

  /** The first apps of an organization: those that wait, and then the newest. */
  public List<Listed> list(Id.Organization organization) {
    String first = LISTED + LIST_ORDER;
    return database.list(sql -> sql.all(first, PublicClientReview::listed, organization, SHOWN));
  }

  /** The app of an organization that has this key. */
  public Optional<Listed> find(Id.Organization organization, String key) {
    String one = LISTED + "  AND p.client_key = ?";
    return database.read(sql -> sql.one(one, PublicClientReview::listed, organization, key));
  }

  private static Listed listed(Sql.Row row) throws SQLException {
    return new Listed(
        app(row),
        PublicClients.State.valueOf(row.text("state")),
        row.maybeText("existing").map(Id.Client::new),
        row.text("asked_by_name"),
        row.instant("asked_at"));
  }

  private static PublicClient app(Sql.Row row) throws SQLException {
    return new PublicClient(
        row.text("client_key"),
        row.maybeText("host"),
        row.text("name"),
        row.text("redirect_uris").lines().map(RedirectUri::new).toList());
  }
}
