package dev.latchkey.storage.publicclient;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.storage.credential.CredentialRow;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.pairs.PairToken;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the credential that an app got from an organization. The same app has a different one in
 * each organization, so a code or a token tells which one is meant.
 */
public record PublicClientCredentials(Database database) {
  /** The credential of an app that an organization has let in. */
  public Optional<PublicClients.Admission.Admitted> admitted(
      PublicClient app, Id.Organization where) {
    return database.read(sql -> admitted(sql, app, where));
  }

  static Optional<PublicClients.Admission.Admitted> admitted(
      Sql sql, PublicClient app, Id.Organization where) throws SQLException {
    return sql.one(
        """
        SELECT c.*, p.days
        FROM public_clients p
        JOIN client_policies y ON y.organization_id = p.organization_id
          AND y.rule <> 'DENY'
        JOIN credentials c ON c.client_id = p.client_id
          AND c.deleted_at IS NULL
        JOIN users o ON o.user_id = c.owner_id
          AND o.active_since IS NOT NULL
        WHERE p.organization_id = ?
          AND p.client_key = ?
          AND p.state = 'ALLOWED'
        """,
        row ->
            new PublicClients.Admission.Admitted(
                CredentialRow.personal(row), row.maybeText("days").map(Integer::valueOf)),
        where,
        app.key());
  }

  /** The credential of this app for which a code was issued, whether it is active or not. */
  public Optional<Id.Client> ofCode(String key, SecretHash code, RequestMoment now) {
    return ofGrant("SELECT grant_id FROM codes WHERE code_hash = :token", code, key, now);
  }

  /** The same for a refresh token. */
  public Optional<Id.Client> ofRefreshToken(String key, SecretHash refresh, RequestMoment now) {
    return ofGrant(PairToken.REFRESH.pair(":token"), refresh, key, now);
  }

  /** The same for an access token. */
  public Optional<Id.Client> ofAccessToken(String key, SecretHash access, RequestMoment now) {
    return ofGrant(PairToken.ACCESS.pair(":token"), access, key, now);
  }

  private Optional<Id.Client> ofGrant(
      String grant, SecretHash hash, String key, RequestMoment now) {
    return of(
        "SELECT g.client_id FROM (%s) k JOIN grants g ON g.grant_id = k.grant_id".formatted(grant),
        hash,
        key,
        now);
  }

  /** The same for a child token. */
  public Optional<Id.Client> ofChildToken(String key, SecretHash child, RequestMoment now) {
    return of("SELECT client_id FROM child_tokens WHERE token_hash = :token", child, key, now);
  }

  private Optional<Id.Client> of(String issued, SecretHash hash, String key, RequestMoment now) {
    return database
        .at(now)
        .read(sql ->
            sql.one(
                """
                SELECT i.client_id
                FROM ({issued}) i
                JOIN public_clients p ON p.client_id = i.client_id
                WHERE p.client_key = :key
                """
                    .replace("{issued}", issued),
                Sql.Row::client,
                Map.of("token", hash, "key", key)));
  }
}
