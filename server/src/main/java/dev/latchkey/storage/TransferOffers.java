package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.TransferOffer;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * A personal credential goes to another owner in two steps: it is offered, and accepted (decision
 * 6.3, docs/decisions/0046). People are held first, then the credential, then its offer.
 */
public final class TransferOffers {
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

    /** What became of the wish to offer a credential. */
    public enum Offered {
        OFFERED,
        /** An offer of this credential waits for its answer. */
        OFFERED_BEFORE,
        /** It has another owner or was deleted, or the person can no longer own it. */
        CHANGED_MEANWHILE
    }

    /** Who may own credentials of an organization: its people, while they are not disabled. */
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

    public Optional<TransferOffer> of(Id.Client client, RequestMoment now) {
        return database.read(sql ->
                sql.one(OPEN + " AND o.client_id = ?", TransferOffers::read, now.at(), client));
    }

    /** What waits for this person's answer. */
    public List<TransferOffer> to(Id.User person, RequestMoment now) {
        return database.read(sql ->
                sql.all(
                        OPEN + " AND o.to_id = ? ORDER BY o.offered_at, o.client_id",
                        TransferOffers::read,
                        now.at(),
                        person));
    }

    /** Nothing changes but that the other person is asked. */
    public Offered offer(Credential.Personal known, Id.User to, Id.User by, RequestMoment now) {
        var store = database.at(now).holding(to);
        return store.write(sql -> {
            Offered offered =
                    !hold(sql, known)
                            ? Offered.CHANGED_MEANWHILE
                            : insert(sql, known, to, by, now)
                                    ? Offered.OFFERED
                                    : whyNot(sql, known, now);
            sql.record(
                    entry(now, AuditEvent.TRANSFER_OFFER, known, by)
                            .with(
                                    switch (offered) {
                                        case OFFERED -> AuditEntry.OK;
                                        case OFFERED_BEFORE -> "offered_before";
                                        case CHANGED_MEANWHILE -> "changed_meanwhile";
                                    })
                            .about(to));
            return offered;
        });
    }

    /** False if there is none, or the credential has another owner by now. */
    public boolean withdraw(Credential.Personal known, Id.User by, RequestMoment now) {
        var store = database.at(now);
        return store.write(sql -> {
            boolean withdrawn = hold(sql, known) && delete(sql, known.clientId());
            if (withdrawn) {
                sql.record(entry(now, AuditEvent.TRANSFER_WITHDRAW, known, by));
            }
            return withdrawn;
        });
    }

    /** False if this person has no offer of it. */
    public boolean decline(Credential.Personal known, Id.User by, RequestMoment now) {
        var store = database.at(now);
        return store.write(sql -> {
            boolean declined =
                    sql.update(
                                    "DELETE FROM transfer_offers WHERE client_id = ? AND to_id = ?",
                                    known.clientId(),
                                    by)
                            == 1;
            if (declined) {
                sql.record(entry(now, AuditEvent.TRANSFER_DECLINE, known, by));
            }
            return declined;
        });
    }

    /**
     * The new owner has it, and no secret of before works. False if the offer is no longer open, or
     * the credential not as it was {@code seen}. What other people granted stays; if the owner is
     * disabled it becomes active again, so that is done only where it {@code mayRevive}.
     */
    public boolean accept(
            Credential.Personal seen, Id.User by, boolean mayRevive, RequestMoment now) {
        var store = database.at(now).holding(by, seen.owner());
        return store.write(sql -> {
            boolean accepted =
                    holdAsSeen(sql, seen)
                            && (mayRevive || isActive(sql, seen.owner()))
                            && take(sql, seen, by, now);
            if (accepted) {
                sql.update(
                        """
                        UPDATE credentials
                           SET owner_id = ?, former_owner_id = ?, transferred_at = ?, version = version + 1
                         WHERE client_id = ?
                        """,
                        by,
                        seen.owner(),
                        now.at(),
                        seen.clientId());
                sql.update(
                        """
                        UPDATE client_secrets SET retired_at = ?
                         WHERE client_id = ? AND retired_at IS NULL
                        """,
                        now.at(),
                        seen.clientId());
            }
            sql.record(
                    entry(now, AuditEvent.CREDENTIAL_TRANSFER, seen, by)
                            .with(accepted ? AuditEntry.OK : "changed_meanwhile")
                            .about(seen.owner()));
            return accepted;
        });
    }

    /** Whoever loses the right to offer, or to own, has no offer left; the person is held. */
    static void endAll(Sql sql, Id.User person) throws SQLException {
        sql.update("DELETE FROM transfer_offers WHERE to_id = ? OR by_id = ?", person, person);
    }

    /** What an administrator offered who may no longer; what a person offers as owner stays. */
    static void endOfOthersCredentials(Sql sql, Id.User by) throws SQLException {
        sql.update(
                """
                DELETE FROM transfer_offers
                 WHERE by_id = ? AND client_id NOT IN
                       (SELECT c.client_id FROM credentials c WHERE c.owner_id = ?)
                """,
                by,
                by);
    }

    static boolean delete(Sql sql, Id.Client client) throws SQLException {
        return sql.update("DELETE FROM transfer_offers WHERE client_id = ?", client) == 1;
    }

    private static boolean hold(Sql sql, Credential.Personal known) throws SQLException {
        return sql.update(
                        """
                        UPDATE credentials SET version = version
                         WHERE client_id = ? AND owner_id = ? AND type = 'PERSONAL' AND deleted_at IS NULL
                        """,
                        known.clientId(),
                        known.owner())
                == 1;
    }

    private static boolean holdAsSeen(Sql sql, Credential.Personal seen) throws SQLException {
        return sql.update(
                        """
                        UPDATE credentials SET version = version
                         WHERE client_id = ? AND owner_id = ? AND version = ? AND deleted_at IS NULL
                        """,
                        seen.clientId(),
                        seen.owner(),
                        seen.version())
                == 1;
    }

    private static boolean isActive(Sql sql, Id.User person) throws SQLException {
        return sql.exists(
                "SELECT 1 FROM users WHERE user_id = ? AND active_since IS NOT NULL", person);
    }

    /** One that has expired is replaced; the guard is the state of the row. */
    private static boolean insert(
            Sql sql, Credential.Personal known, Id.User to, Id.User by, RequestMoment now)
            throws SQLException {
        return sql.update(
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
                        now.at().plus(TransferOffer.LIFETIME),
                        to,
                        known.organization())
                == 1;
    }

    /** Decides nothing: the guard has refused already. */
    private static Offered whyNot(Sql sql, Credential.Personal known, RequestMoment now)
            throws SQLException {
        return sql.exists(
                        "SELECT 1 FROM transfer_offers WHERE client_id = ? AND expires_at > ?",
                        known.clientId(),
                        now.at())
                ? Offered.OFFERED_BEFORE
                : Offered.CHANGED_MEANWHILE;
    }

    /** The offer is used once: its row count decides between all who answer or withdraw it. */
    private static boolean take(Sql sql, Credential.Personal seen, Id.User by, RequestMoment now)
            throws SQLException {
        return sql.update(
                        """
                        DELETE FROM transfer_offers
                         WHERE client_id = ? AND to_id = ? AND expires_at > ?
                           AND EXISTS (SELECT 1 FROM users u WHERE u.user_id = transfer_offers.to_id
                               AND u.organization_id = ? AND u.active_since IS NOT NULL)
                        """,
                        seen.clientId(),
                        by,
                        now.at(),
                        seen.organization())
                == 1;
    }

    private static AuditEntry entry(
            RequestMoment now, AuditEvent event, Credential.Personal credential, Id.User by) {
        return AuditEntry.of(now, event, AuditEntry.OK)
                .by(by)
                .about(credential.clientId())
                .in(credential.organization());
    }

    private static TransferOffer read(Sql.Row row) throws SQLException {
        return new TransferOffer(
                new Id.Client(row.text("client_id")),
                new Id.User(row.text("to_id")),
                new Id.User(row.text("by_id")),
                row.instant("offered_at"),
                row.instant("expires_at"));
    }
}
