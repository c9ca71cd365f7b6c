package dev.latchkey.storage.grants;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.token.Consent;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.database.RevokedTimes;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;

/**
 * A new grant (rule 1.14): what a user has agreed to.
 *
 * @param seen the version of the credential that the user has looked at
 */
public record NewGrant(Id.Grant id, Consent consent, int seen) {
  /** The app has a credential of its own. */
  private static final String IS_REGISTERED =
      "NOT EXISTS (SELECT 1 FROM public_clients p WHERE p.client_id = c.client_id)";

  /** The app has none, and the organization of the user lets it in. */
  private static final String IS_LET_IN =
      """
      EXISTS (SELECT 1
          FROM public_clients p
          JOIN client_policies y ON y.organization_id = p.organization_id
            AND y.rule <> 'DENY'
          WHERE p.client_id = c.client_id
            AND p.organization_id = u.organization_id
            AND p.state = 'ALLOWED')
      """;

  /**
   * Locks the credential until the write that decides the request ends, so that it is decided about
   * what the user has looked at (docs/decisions/0091). False if the credential has changed since
   * then.
   */
  boolean lockAsSeen(Sql sql) throws SQLException {
    return Credentials.lock(sql, consent.client(), seen);
  }

  /**
   * Inserts the grant, in the write that decides the request. The user and the credential must be
   * locked. False if the user is no longer active or no longer in the team, or if the app is one
   * without a credential and the organization of the user does not let it in, or not for as long as
   * the consent says, or if the user is an auditor now and something would be written.
   */
  boolean insert(Sql sql, Limits limits, Instant at) throws SQLException {
    Allowance allowance = consent.allowance();
    return sql.updateOne(
        """
        INSERT INTO grants (grant_id, client_id, user_id, team_id, scope, resource, consented_at, ends_at,
            times_disabled, owner_id, redirect_uris, scope_separator, times_revoked)
        SELECT ?, c.client_id, u.user_id, m.team_id, ?, ?, ?, ?, u.times_disabled, c.owner_id,
            c.redirect_uris, ?, {of_credential} + {of_team}
        FROM users u
        JOIN memberships m ON m.user_id = u.user_id
        JOIN teams t ON t.team_id = m.team_id
        JOIN credentials c ON c.client_id = ?
        WHERE u.user_id = ?
          AND u.active_since IS NOT NULL
          AND m.team_id = ?
          AND {admitted}
          AND (u.audits = 'NONE' OR ? = 1)
        """
            .replace("{of_credential}", RevokedTimes.OF_CREDENTIAL)
            .replace("{of_team}", RevokedTimes.OF_TEAM)
            .replace("{admitted}", consent.longest().isPresent() ? IS_LET_IN : IS_REGISTERED),
        id,
        allowance.scope(),
        allowance.resource(),
        at,
        end(limits, at),
        consent.separator().symbol(),
        consent.client(),
        consent.user(),
        consent.team(),
        allowance.scope().reading().equals(allowance.scope()));
  }

  private Instant end(Limits limits, Instant at) {
    Instant usual = at.plus(limits.grant());
    return consent.longest().map(at::plus).filter(sooner -> sooner.isBefore(usual)).orElse(usual);
  }
}
