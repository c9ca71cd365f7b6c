package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.limit.RefusedActs;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * Finds, changes and deletes credentials (contract 2.1, rule 6.3). {@link NewCredentials} creates
 * them.
 */
public final class Credentials {
  private final Database database;
  private final Limits limits;

  public Credentials(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  /** Whether a credential exists that a stranger has named. */
  public boolean isKnown(Id.Client client, RequestMoment now) {
    return database.at(now).read(sql -> find(sql, client)).isPresent();
  }

  public Optional<Credential> find(Id.Client client) {
    return database.read(sql -> find(sql, client));
  }

  /**
   * A personal credential that users can authorize now, because its owner is not disabled (rule
   * 6.4), by the id that its app sends. An app that was let in without a credential sends its own
   * id, because by that of its credential nobody would ask what its organization allows.
   */
  public Optional<Credential.Personal> findActive(Id.Client client) {
    return database.read(sql ->
        sql.one(
            """
            SELECT c.*
            FROM credentials c
            JOIN users o ON o.user_id = c.owner_id
              AND o.active_since IS NOT NULL
            WHERE c.client_id = ?
              AND c.type = 'PERSONAL'
              AND c.deleted_at IS NULL
              AND NOT EXISTS (SELECT 1 FROM public_clients p WHERE p.client_id = c.client_id)
            """,
            CredentialRow::personal,
            client));
  }

  /**
   * Changes everything but the logo in one write. False if another request has changed the
   * credential since it was read. Issued tokens keep their scope (contract 3): they stay untouched.
   */
  public boolean change(Credential changed, Id.Subject by, RequestMoment now) {
    SequencedMap<String, Object> columns = CredentialRow.filledIn(changed);
    var values = new HashMap<>(columns);
    values.put("searched_name", CredentialSearchText.name(changed.name()));
    values.put("owner", changed.owner());
    values.put("client", changed.clientId());
    values.put("version", changed.version());
    var store = database.at(now);
    return store.write(sql -> {
      Optional<Credential> before = find(sql, changed.clientId());
      boolean current =
          sql.updateOne(
              """
              UPDATE credentials
              SET {columns}, search_text = {search_text}, version = version + 1
              WHERE client_id = :client
                AND version = :version
                AND deleted_at IS NULL
              """
                  .replace("{columns}", assignments(columns.sequencedKeySet()))
                  .replace("{search_text}", CredentialSearchText.VALUE),
              values);
      RefusedActs.recordAct(
          sql,
          current,
          AuditEntry.of(now, AuditEvent.CREDENTIAL_CHANGE, AuditOutcome.OK)
              .by(by)
              .about(changed.clientId())
              .in(changed.organization())
              .detailed(
                  before
                      .filter(known -> current)
                      .flatMap(known -> AuditDetail.between(known, changed))),
          AuditOutcome.EDIT_CONFLICT);
      return current;
    });
  }

  private static String assignments(Collection<String> columns) {
    return columns.stream().map(name -> name + " = :" + name).collect(Collectors.joining(", "));
  }

  /** The latest change of owner, while users see a notice about it. */
  public Optional<OwnerChange> ownerChange(Id.Client client, RequestMoment now) {
    return database.read(sql ->
        sql.one(
            """
            SELECT f.name AS former_owner, c.transferred_at FROM credentials c
              JOIN users f ON f.user_id = c.former_owner_id
             WHERE c.client_id = ? AND c.transferred_at > ?
            """,
            row -> new OwnerChange(row.text("former_owner"), row.instant("transferred_at")),
            client,
            now.at().minus(OwnerChange.NOTICE_PERIOD)));
  }

  public Outstanding outstanding(Credential credential, RequestMoment now) {
    return database.list(sql -> Outstanding.of(sql, credential, limits, now.at()));
  }

  /**
   * Deletes a credential in one write, however many tokens it has: a token is active only while the
   * join with this row finds the credential (contract 3 and 5.6). False if the credential was
   * deleted before or now has another owner.
   */
  public boolean delete(Credential credential, Actor actor) {
    var store = database.at(actor.moment()).using(WriteSpace.ENDING);
    return store.write(sql -> {
      boolean deleted =
          sql.updateOne(
              """
              UPDATE credentials
              SET deleted_at = ?
              WHERE client_id = ?
                AND owner_id = ?
                AND deleted_at IS NULL
              """,
              actor.moment().at(),
              credential.clientId(),
              credential.owner());
      if (deleted) {
        TransferOffers.delete(sql, credential.clientId());
        AppLogos.delete(sql, credential.clientId());
        CredentialNetworks.delete(sql, credential.clientId());
        sql.record(
            actor
                .entry(AuditEvent.CREDENTIAL_DELETE)
                .about(credential.clientId())
                .in(credential.organization()));
      }
      return deleted;
    });
  }

  /** Locks the credential. False if it was deleted, or has another owner since it was read. */
  public static boolean lock(Sql sql, Credential known) throws SQLException {
    return lock(sql, known.clientId(), known.owner());
  }

  /**
   * The same. Writes on the secrets of a credential wait for each other here: each counts the
   * active secrets. If the count did not include what another write is about to change, three
   * secrets could become active, or none.
   */
  public static boolean lock(Sql sql, Id.Client client, Id.User owner) throws SQLException {
    return sql.updateOne(
        """
        UPDATE credentials
        SET version = version
        WHERE client_id = ?
          AND owner_id = ?
          AND deleted_at IS NULL
        """,
        client,
        owner);
  }

  /** Locks the credential. False if it was deleted, or has changed since this version. */
  public static boolean lock(Sql sql, Id.Client client, int version) throws SQLException {
    return sql.updateOne(
        """
        UPDATE credentials
        SET version = version
        WHERE client_id = ?
          AND version = ?
          AND deleted_at IS NULL
        """,
        client,
        version);
  }

  public static Optional<Credential> find(Sql sql, Id.Client client) throws SQLException {
    return sql.one(
        """
        SELECT *
        FROM credentials
        WHERE client_id = ?
          AND deleted_at IS NULL
        """,
        CredentialRow::read,
        client);
  }
}
