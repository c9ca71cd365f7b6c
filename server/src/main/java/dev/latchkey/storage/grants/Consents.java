package dev.latchkey.storage.grants;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.Consent;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.limit.UsedForms;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * The decisions of users on authorization requests, and the grants and codes that an approval
 * creates (contract 4.1 and 2.4).
 */
public record Consents(Database database, Limits limits) {
  /** Whether a request was already allowed or denied. */
  public boolean isDecided(Id.Request request) {
    return database.read(sql -> sql.exists("SELECT 1 FROM sent_forms WHERE form_id = ?", request));
  }

  /**
   * Creates a new grant (rule 1.14) and its code. The user is locked first. Therefore either a
   * write that ends the membership sees this grant, or this write sees that the membership has
   * ended. The credential is locked next: a change of it is made before this write, which then
   * creates nothing, or after it.
   */
  public Approval approve(Id.Request request, NewGrant grant, NewCode code, RequestMoment now) {
    Consent consent = grant.consent();
    var store = database.at(now).locking(consent.user());
    return store.write(sql -> {
      Instant at = now.at();
      if (!grant.lockAsSeen(sql)) {
        return Approval.CHANGED;
      }
      if (!decide(sql, request, now) || !grant.insert(sql, limits, at)) {
        return Approval.OVER;
      }
      code.insert(sql, grant.id(), at.plus(limits.code()));
      sql.record(
          AuditEntry.of(now, AuditEvent.CONSENT, AuditOutcome.OK)
              .by(consent.user())
              .about(consent.client())
              .in(consent.team()));
      return Approval.APPROVED;
    });
  }

  /**
   * Records that the user denied the request. The audit entry belongs to the organization of the
   * user only. An administrator of the app in another organization must not learn who denied it
   * access.
   */
  public boolean deny(Id.Request request, Id.Client client, User user, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      boolean decided = decide(sql, request, now);
      if (decided) {
        sql.record(
            AuditEntry.of(now, AuditEvent.CONSENT_DENIED, AuditOutcome.OK)
                .by(user.id())
                .about(client)
                .in(user.organization()));
      }
      return decided;
    });
  }

  /** The scopes of all active grants of a user for a credential (rule 1.11). */
  public Scopes granted(Id.User user, Id.Client client, RequestMoment now) {
    return database.read(sql ->
        Scopes.of(
            sql
                .all(
                    """
                    SELECT scope
                    FROM live_grants
                    WHERE user_id = ?
                      AND client_id = ?
                      AND ends_at > ?
                    """,
                    row -> row.scopes("scope"),
                    user,
                    client,
                    now.at())
                .stream()
                .flatMap(scope -> scope.names().stream())
                .toList()));
  }

  /** The latest consent of a user to a credential, also if its access has ended since. */
  public Optional<EarlierConsent> latest(Id.User user, Id.Client client) {
    return database.read(sql ->
        sql.one(
            """
            SELECT g.consented_at, g.owner_id, g.redirect_uris, o.name AS owner
            FROM grants g
            JOIN users o ON o.user_id = g.owner_id
            WHERE g.user_id = ?
              AND g.client_id = ?
            ORDER BY g.consented_at DESC, g.grant_id
            LIMIT 1
            """,
            EarlierConsent::read,
            user,
            client));
  }

  /**
   * Accepts one decision for each request, like a form that creates a secret, because an approval
   * creates a code.
   */
  private boolean decide(Sql sql, Id.Request request, RequestMoment now) throws SQLException {
    return UsedForms.spend(sql, request, limits, now);
  }
}
