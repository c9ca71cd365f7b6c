package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.RevokedTimes;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.limit.UsedForms;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Optional;

/**
 * Creates credentials, each in one write with its first secret or token (contract 2.1). A form
 * creates one credential, however often it is sent.
 */
public record NewCredentials(Database database, Limits limits) {
  /** How long the token of an organization credential is active that is issued at this moment. */
  public TokenLife lifeOfToken(RequestMoment now) {
    return TokenLife.ending(limits.endOfOrganizationToken(now.at()));
  }

  /** Creates a personal credential. False, and nothing is created, if the form was sent before. */
  public boolean create(
      Credential.Personal credential,
      Secret.Client secret,
      Optional<Id.Form> form,
      RequestMoment now) {
    var store = database.at(now);
    return store.write(
        sql -> UsedForms.isFirst(sql, form, limits, now) && insert(sql, credential, secret, now));
  }

  /** The same for an organization credential and its token. */
  public boolean create(
      Credential.Organizational credential,
      Secret.Organization token,
      Optional<Id.Form> form,
      RequestMoment now) {
    var store = database.at(now);
    return store.write(
        sql -> UsedForms.isFirst(sql, form, limits, now) && insert(sql, credential, token, now));
  }

  private static boolean insert(
      Sql sql, Credential.Personal credential, Secret.Client secret, RequestMoment now)
      throws SQLException {
    insert(sql, credential, Optional.empty(), Optional.empty());
    sql.update(
        """
        INSERT INTO client_secrets (secret_hash, client_id, ending, created_by, created_at)
        VALUES (?, ?, ?, ?, ?)
        """,
        secret.hash(),
        credential.clientId(),
        secret.ending(),
        credential.owner(),
        now.at());
    sql.record(created(credential, now));
    return true;
  }

  /** Inserts the credential of an app that has no secret (docs/decisions/0065). */
  public static void insertWithoutSecret(
      Sql sql, Credential.Personal credential, Optional<String> detail, RequestMoment now)
      throws SQLException {
    insert(sql, credential, Optional.empty(), Optional.empty());
    sql.record(created(credential, now).detailed(detail));
  }

  private boolean insert(
      Sql sql, Credential.Organizational credential, Secret.Organization token, RequestMoment now)
      throws SQLException {
    insert(sql, credential, Optional.of(credential.subject()), credential.reach().team());
    sql.update(
        """
        INSERT INTO organization_tokens (token_hash, client_id, scope, ending, issued_by, issued_at, ended_at,
            times_revoked)
        SELECT ?, c.client_id, c.scope, ?, c.owner_id, ?, CAST(? AS BIGINT), {times}
        FROM credentials c
        WHERE c.client_id = ?
        """
            .replace("{times}", RevokedTimes.OF_CREDENTIAL),
        token.hash(),
        token.ending(),
        now.at(),
        limits.endOfOrganizationToken(now.at()),
        credential.clientId());
    sql.record(created(credential, now));
    return true;
  }

  private static void insert(
      Sql sql,
      Credential credential,
      Optional<Id.VirtualAdministrator> subject,
      Optional<Id.Team> team)
      throws SQLException {
    var columns = CredentialRow.filledIn(credential);
    columns.put("client_id", credential.clientId());
    columns.put("type", CredentialRow.type(credential));
    columns.put("organization_id", credential.organization());
    columns.put("owner_id", credential.owner());
    columns.put("team_id", team);
    columns.put("subject_id", subject);
    columns.put("created_at", credential.createdAt());
    var values = new HashMap<>(columns);
    values.put("searched_name", CredentialSearchText.name(credential.name()));
    values.put("owner", credential.owner());
    sql.update(
        """
        INSERT INTO credentials (search_text, {columns})
        VALUES ({search_text}, {values})
        """
            .replace("{search_text}", CredentialSearchText.VALUE)
            .replace("{columns}", String.join(", ", columns.keySet()))
            .replace("{values}", ":" + String.join(", :", columns.keySet())),
        values);
  }

  private static AuditEntry created(Credential credential, RequestMoment now) {
    return AuditEntry.of(now, AuditEvent.CREDENTIAL_CREATE, AuditOutcome.OK)
        .by(credential.owner())
        .about(credential.clientId())
        .in(credential.organization());
  }
}
