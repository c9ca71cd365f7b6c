package dev.latchkey.storage.credential;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.guard.RefusedActs;
import dev.latchkey.storage.guard.UsedForms;
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
   * An active client secret as its owner sees it. The secret itself is not known: people recognise
   * it by its last four characters, and forms refer to it by its hash. {@code createdBy} is a name.
   */
  public record Live(
      SecretHash hash,
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

  public List<Live> of(Id.Client client) {
    return database.read(sql ->
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
                new Live(
                    SecretHash.stored(row.bytes("secret_hash")),
                    row.text("ending"),
                    row.text("creator"),
                    row.instant("created_at"),
                    row.maybeInstant("last_used_at")),
            client));
  }

  public Added add(
      Credential.Personal credential,
      Secret.Client secret,
      Id.Form form,
      Id.User owner,
      RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      if (!UsedForms.spend(sql, form, limits, now)) {
        return Added.FORM_SENT_BEFORE;
      }
      boolean added =
          Credentials.lock(sql, credential.clientId(), owner)
              && sql.updateOne(
                  """
                  INSERT INTO client_secrets (secret_hash, client_id, ending, created_by, created_at)
                  SELECT :secret, c.client_id, :ending, :owner, :now
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
                      "owner",
                      owner,
                      "now",
                      now.at(),
                      "client",
                      credential.clientId(),
                      "most",
                      Credential.Personal.MAX_SECRETS));
      RefusedActs.recordAct(
          sql,
          added,
          Optional.of(owner),
          entry(
                  AuditEvent.SECRET_CREATE,
                  added ? AuditOutcome.OK : AuditOutcome.TOO_MANY,
                  credential,
                  now)
              .by(owner));
      return added ? Added.ADDED : Added.TOO_MANY;
    });
  }

  /**
   * Retires a secret. False if it is the last active one, if it is not a secret of this credential,
   * or if it was retired before.
   */
  public boolean retire(
      Credential.Personal credential, SecretHash secret, Id.User owner, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.ENDING);
    return store.write(sql -> {
      boolean retired =
          Credentials.lock(sql, credential.clientId(), owner)
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
                  Map.of("now", now.at(), "secret", secret, "client", credential.clientId()));
      RefusedActs.recordAct(
          sql,
          retired,
          Optional.of(owner),
          entry(
                  AuditEvent.SECRET_RETIRE,
                  retired ? AuditOutcome.OK : AuditOutcome.LAST_OR_UNKNOWN,
                  credential,
                  now)
              .by(owner));
      return retired;
    });
  }

  private static AuditEntry entry(
      AuditEvent event, AuditOutcome outcome, Credential.Personal credential, RequestMoment now) {
    return AuditEntry.of(now, event, outcome)
        .about(credential.clientId())
        .in(credential.organization());
  }
}
