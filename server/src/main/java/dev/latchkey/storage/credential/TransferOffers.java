package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.limit.RefusedActs;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Transfers a personal credential to another owner in two steps: it is offered, and then accepted
 * (rule 6.3, docs/decisions/0046). The people are locked first, then the credential, then its
 * offer.
 */
public final class TransferOffers {
  /**
   * A personal credential has been offered to another person of its organization, who has not
   * answered yet (rule 6.3). {@code by} is its owner or an administrator.
   */
  public record Offer(
      Id.Client client, Id.User to, Id.User by, Instant offeredAt, Instant expiresAt) {
    /** An offer that is not answered expires after this time. */
    public static final Duration LIFETIME = Duration.ofDays(7);
  }

  private static final String OPEN =
      """
      SELECT o.client_id, o.to_id, o.by_id, o.offered_at, o.expires_at
      FROM transfer_offers o
      JOIN credentials c ON c.client_id = o.client_id
        AND c.deleted_at IS NULL
      WHERE o.expires_at > ?
      """;

  private final Database database;

  public TransferOffers(Database database) {
    this.database = database;
  }

  /** The result of offering a credential. */
  public enum Offered {
    OFFERED,
    /** There is already an offer of this credential that has not been answered. */
    OFFERED_BEFORE,
    /** The credential has another owner or was deleted, or the person can no longer own it. */
    EDIT_CONFLICT
  }

  /**
   * The person with this e-mail address if the person may own credentials of the organization, that
   * is, is an active member of it.
   */
  public Optional<Id.User> findNewOwner(String email, Id.Organization organization) {
    return database.read(sql ->
        sql.one(
            """
            SELECT user_id FROM users
             WHERE email = ? AND organization_id = ? AND active_since IS NOT NULL
            """,
            row -> new Id.User(row.text("user_id")),
            email,
            organization));
  }

  public Optional<Offer> of(Id.Client client, RequestMoment now) {
    return database.read(
        sql -> sql.one(OPEN + " AND o.client_id = ?", TransferOffers::read, now.at(), client));
  }

  /** The offers to this person that have not been answered. */
  public List<Offer> to(Id.User person, RequestMoment now) {
    return database.list(sql ->
        sql.all(
            OPEN + " AND o.to_id = ? ORDER BY o.offered_at, o.client_id",
            TransferOffers::read,
            now.at(),
            person));
  }

  /** Offers a credential. The credential itself does not change. */
  public Offered offer(Credential.Personal known, Id.User to, Id.User by, RequestMoment now) {
    var store = database.at(now).locking(to);
    return store.write(sql -> {
      Offered offered =
          !Credentials.lock(sql, known)
              ? Offered.EDIT_CONFLICT
              : insert(sql, known, to, by, now) ? Offered.OFFERED : whyNot(sql, known, now);
      RefusedActs.recordAct(
          sql,
          offered == Offered.OFFERED,
          Optional.of(by),
          entry(now, AuditEvent.TRANSFER_OFFER, known, by)
              .with(
                  switch (offered) {
                    case OFFERED -> AuditOutcome.OK;
                    case OFFERED_BEFORE -> AuditOutcome.OFFERED_BEFORE;
                    case EDIT_CONFLICT -> AuditOutcome.EDIT_CONFLICT;
                  })
              .about(to));
      return offered;
    });
  }

  /** Withdraws an offer. False if there is none, or if the credential now has another owner. */
  public boolean withdraw(Credential.Personal known, Id.Subject by, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      boolean withdrawn = Credentials.lock(sql, known) && delete(sql, known.clientId());
      if (withdrawn) {
        sql.record(entry(now, AuditEvent.TRANSFER_WITHDRAW, known, by));
      }
      return withdrawn;
    });
  }

  /** Declines an offer. False if the person has no offer of this credential. */
  public boolean decline(Credential.Personal known, Id.User by, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      boolean declined =
          sql.updateOne(
              "DELETE FROM transfer_offers WHERE client_id = ? AND to_id = ?",
              known.clientId(),
              by);
      if (declined) {
        sql.record(entry(now, AuditEvent.TRANSFER_DECLINE, known, by));
      }
      return declined;
    });
  }

  /**
   * Makes the person the owner and retires all secrets of the credential. False if the offer is no
   * longer open, or if the credential differs from what was {@code seen}. Grants of other users
   * stay, because they consented to an app of the organization, and both remain. If the old owner
   * is disabled, those grants become active again, so in that case the transfer is made only if
   * {@code mayRevive} is true.
   */
  public boolean accept(
      Credential.Personal seen, Id.User by, boolean mayRevive, RequestMoment now) {
    var store = database.at(now).locking(by, seen.owner());
    return store.write(sql -> {
      boolean accepted =
          Credentials.lock(sql, seen.clientId(), seen.version())
              && (mayRevive || isActive(sql, seen.owner()))
              && take(sql, seen, by, now);
      if (accepted) {
        sql.update(
            """
            UPDATE credentials
               SET owner_id = :owner, former_owner_id = :former, transferred_at = :now,
                   version = version + 1, search_text = {search_text}
             WHERE client_id = :client
            """
                .replace("{search_text}", CredentialSearchText.VALUE),
            Map.of(
                "owner",
                by,
                "former",
                seen.owner(),
                "now",
                now.at(),
                "searched_name",
                CredentialSearchText.name(seen.name()),
                "client",
                seen.clientId()));
        sql.update(
            """
            UPDATE client_secrets SET retired_at = ?
             WHERE client_id = ? AND retired_at IS NULL
            """,
            now.at(),
            seen.clientId());
      }
      RefusedActs.recordAct(
          sql,
          accepted,
          Optional.of(by),
          entry(now, AuditEvent.CREDENTIAL_TRANSFER, seen, by)
              .with(accepted ? AuditOutcome.OK : AuditOutcome.EDIT_CONFLICT)
              .about(seen.owner()));
      return accepted;
    });
  }

  /**
   * Deletes all offers by a person and to a person who can no longer make or accept them. The
   * caller has locked the person.
   */
  public static void endAll(Sql sql, Id.User person) throws SQLException {
    sql.update(
        "DELETE FROM transfer_offers WHERE to_id = :person OR by_id = :person",
        Map.of("person", person));
  }

  /** Deletes the offers of a former administrator. Offers of the person's own credentials stay. */
  public static void endOfOthersCredentials(Sql sql, Id.User by) throws SQLException {
    sql.update(
        """
        DELETE FROM transfer_offers
         WHERE by_id = :by AND client_id NOT IN
               (SELECT c.client_id FROM credentials c WHERE c.owner_id = :by)
        """,
        Map.of("by", by));
  }

  static boolean delete(Sql sql, Id.Client client) throws SQLException {
    return sql.updateOne("DELETE FROM transfer_offers WHERE client_id = ?", client);
  }

  private static boolean isActive(Sql sql, Id.User person) throws SQLException {
    return sql.exists("SELECT 1 FROM users WHERE user_id = ? AND active_since IS NOT NULL", person);
  }

  /** Inserts the offer or replaces an expired one. The state of the row is the guard. */
  private static boolean insert(
      Sql sql, Credential.Personal known, Id.User to, Id.User by, RequestMoment now)
      throws SQLException {
    return sql.updateOne(
        """
        INSERT INTO transfer_offers (client_id, to_id, by_id, offered_at, expires_at)
        SELECT ?, u.user_id, ?, ?, ? FROM users u
         WHERE u.user_id = ? AND u.organization_id = ? AND u.active_since IS NOT NULL
        ON CONFLICT (client_id) DO UPDATE
           SET to_id = excluded.to_id, by_id = excluded.by_id,
               offered_at = excluded.offered_at, expires_at = excluded.expires_at
         WHERE transfer_offers.expires_at <= excluded.offered_at
        """,
        known.clientId(),
        by,
        now.at(),
        now.at().plus(Offer.LIFETIME),
        to,
        known.organization());
  }

  /** The reason for a refusal. The guard has already decided. */
  private static Offered whyNot(Sql sql, Credential.Personal known, RequestMoment now)
      throws SQLException {
    return sql.exists(
            "SELECT 1 FROM transfer_offers WHERE client_id = ? AND expires_at > ?",
            known.clientId(),
            now.at())
        ? Offered.OFFERED_BEFORE
        : Offered.EDIT_CONFLICT;
  }

  /**
   * Deletes the offer. Its row count decides if several people answer or withdraw it at the same
   * time.
   */
  private static boolean take(Sql sql, Credential.Personal seen, Id.User by, RequestMoment now)
      throws SQLException {
    return sql.updateOne(
        """
        DELETE FROM transfer_offers
         WHERE client_id = ? AND to_id = ? AND expires_at > ?
           AND EXISTS (SELECT 1 FROM users u WHERE u.user_id = transfer_offers.to_id
               AND u.organization_id = ? AND u.active_since IS NOT NULL)
        """,
        seen.clientId(),
        by,
        now.at(),
        seen.organization());
  }

  private static AuditEntry entry(
      RequestMoment now, AuditEvent event, Credential.Personal credential, Id.Subject by) {
    return AuditEntry.of(now, event, AuditOutcome.OK)
        .by(by)
        .about(credential.clientId())
        .in(credential.organization());
  }

  private static Offer read(Sql.Row row) throws SQLException {
    return new Offer(
        new Id.Client(row.text("client_id")),
        new Id.User(row.text("to_id")),
        new Id.User(row.text("by_id")),
        row.instant("offered_at"),
        row.instant("expires_at"));
  }
}
