package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.limit.RefusedActs;
import dev.latchkey.storage.limit.UsedForms;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The secrets of a personal credential. Two of them may be active at the same time, so that an app
 * can change from one to the other without an interruption (rule 6.3).
 */
public final class ClientSecrets {
  /**
   * An active client secret as it is shown everywhere. The secret itself is not known: people
   * recognise it by its last four characters, and forms and calls refer to it by its hash. {@code
   * createdBy} is a name.
   */
  public record View(
      SecretHash secretId,
      String ending,
      String createdBy,
      Instant createdAt,
      Optional<Instant> lastUsedAt) {}

  private final Database database;
  private final Limits limits;

  public ClientSecrets(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  /** The result of adding a secret. */
  public enum Added {
    ADDED,
    /**
     * The credential already has the maximum number of secrets, or it now belongs to another owner.
     */
    TOO_MANY,
    FORM_SENT_BEFORE
  }

  public List<View> of(Id.Client client) {
    return database.list(sql ->
        sql.all(
            """
            SELECT s.secret_hash, s.ending, u.name AS creator, s.created_at, s.last_used_at
            FROM client_secrets s
            JOIN users u ON u.user_id = s.created_by
            WHERE s.client_id = ?
              AND s.retired_at IS NULL
            ORDER BY s.created_at DESC, s.secret_hash
            """,
            row ->
                new View(
                    SecretHash.stored(row.bytes("secret_hash")),
                    row.text("ending"),
                    row.text("creator"),
                    row.instant("created_at"),
                    row.maybeInstant("last_used_at")),
            client));
  }

  /** {@code form}: the form that was sent, if a page asks for the secret. */
  public Added add(
      Credential.Personal credential, Secret.Client secret, Optional<Id.Form> form, Actor actor) {
    RequestMoment now = actor.moment();
    var store = database.at(now);
    return store.write(sql -> {
      if (!UsedForms.isFirst(sql, form, limits, now)) {
        return Added.FORM_SENT_BEFORE;
      }
      boolean added =
          Credentials.lock(sql, credential)
              && sql.updateOne(
                  """
                  INSERT INTO client_secrets (secret_hash, client_id, ending, created_by, created_at)
                  SELECT :secret, c.client_id, :ending, c.owner_id, :now
                  FROM credentials c
                  WHERE c.client_id = :client
                    AND (SELECT count(*) FROM client_secrets s WHERE s.client_id = c.client_id
                        AND s.retired_at IS NULL) < :most
                  """,
                  Map.of(
                      "secret",
                      secret.hash(),
                      "ending",
                      secret.ending(),
                      "now",
                      now.at(),
                      "client",
                      credential.clientId(),
                      "most",
                      Credential.Personal.MAX_SECRETS));
      AuditEntry entry = entry(actor, AuditEvent.SECRET_CREATE, credential);
      RefusedActs.recordAct(sql, added, entry, AuditOutcome.TOO_MANY);
      return added ? Added.ADDED : Added.TOO_MANY;
    });
  }

  /**
   * Retires a secret. False if it is the last active one, if it is not a secret of this credential,
   * or if it was retired before.
   */
  public boolean retire(Credential.Personal credential, SecretHash secret, Actor actor) {
    var store = database.at(actor.moment()).using(WriteSpace.ENDING);
    return store.write(sql -> {
      var named =
          Map.of("now", actor.moment().at(), "secret", secret, "client", credential.clientId());
      boolean retired =
          Credentials.lock(sql, credential)
              && sql.updateOne(
                  """
                  UPDATE client_secrets
                  SET retired_at = :now
                  WHERE secret_hash = :secret
                    AND client_id = :client
                    AND retired_at IS NULL
                    AND EXISTS (SELECT 1 FROM client_secrets o WHERE o.client_id = :client AND o.secret_hash <> :secret
                        AND o.retired_at IS NULL)
                  """,
                  named);
      AuditEntry entry = entry(actor, AuditEvent.SECRET_RETIRE, credential);
      RefusedActs.recordAct(sql, retired, entry, AuditOutcome.LAST_OR_UNKNOWN);
      return retired;
    });
  }

  private static AuditEntry entry(Actor actor, AuditEvent event, Credential.Personal credential) {
    return actor.entry(event).about(credential.clientId()).in(credential.organization());
  }
}
