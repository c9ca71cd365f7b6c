package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.model.person.Passkey;
import dev.latchkey.model.person.RecoveryCode;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.limit.RefusedActs;
import dev.latchkey.storage.limit.Throttle;
import dev.latchkey.storage.limit.UsedForms;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The passkeys of people. A passkey is a second factor after a password, and it replaces the
 * password if the authenticator has checked the person itself. Adding and removing one ends all
 * other sessions, as for an authenticator app.
 */
public final class Passkeys {
  /** The maximum number of passkeys of one person. */
  public static final int MAX = 10;

  /** How long a page can be answered after it asked for a passkey. */
  public static final Duration CHALLENGE_LIFE = Duration.ofMinutes(10);

  /**
   * How long an answered challenge is remembered. This is longer than a challenge can be answered,
   * by the clock of any node.
   */
  private static final Duration CHALLENGE_KEPT = CHALLENGE_LIFE.multipliedBy(3);

  private final Database database;
  private final Limits limits;

  public Passkeys(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  /** A passkey to add, and the recovery codes that the person gets if there are none yet. */
  public record NewPasskey(
      String id, String name, byte[] data, long counter, List<RecoveryCode> codes) {}

  public enum Added {
    ADDED,
    /** The passkey was added, and the recovery codes with it. */
    ADDED_WITH_CODES,
    TOO_MANY,
    /** The session has ended, the person is disabled, or the passkey is known already. */
    EDIT_CONFLICT
  }

  public Optional<Passkey.Key> find(String id) {
    return database.read(sql ->
        sql.one(
            """
            SELECT passkey_id, user_id, data, counter
            FROM passkeys
            WHERE passkey_id = ?
            """,
            row ->
                new Passkey.Key(
                    row.text("passkey_id"),
                    new Id.User(row.text("user_id")),
                    row.bytes("data"),
                    row.large("counter")),
            id));
  }

  static List<Passkey> of(Sql sql, Id.User user) throws SQLException {
    return sql.all(
        """
        SELECT passkey_id, name, created_at, last_used_at
        FROM passkeys
        WHERE user_id = ?
        ORDER BY created_at, passkey_id
        """,
        row ->
            new Passkey(
                row.text("passkey_id"),
                row.text("name"),
                row.instant("created_at"),
                row.maybeInstant("last_used_at")),
        user);
  }

  public Added add(User user, NewPasskey passkey, Secret.Session session, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      Added added = add(sql, user.id(), passkey, session, now);
      var outcome =
          switch (added) {
            case ADDED, ADDED_WITH_CODES -> AuditOutcome.OK;
            case TOO_MANY -> AuditOutcome.TOO_MANY;
            case EDIT_CONFLICT -> AuditOutcome.EDIT_CONFLICT;
          };
      RefusedActs.recordAct(
          sql,
          outcome == AuditOutcome.OK,
          Optional.of(user.id()),
          AuditEntry.of(now, AuditEvent.PASSKEY_ADD, outcome).by(user.id()));
      return added;
    });
  }

  private static Added add(
      Sql sql, Id.User user, NewPasskey passkey, Secret.Session session, RequestMoment now)
      throws SQLException {
    boolean isSignedIn =
        sql.updateOne(
            """
            UPDATE users
            SET passkeys = passkeys
            WHERE user_id = :user
              AND active_since IS NOT NULL
              AND EXISTS (SELECT 1 FROM sessions s WHERE s.session_hash = :session AND s.user_id = :user AND s.expires_at > :now)
            """,
            Map.of("user", user, "session", session.hash(), "now", now.at()));
    if (!isSignedIn) {
      return Added.EDIT_CONFLICT;
    }
    if (sql.exists("SELECT 1 FROM users WHERE user_id = ? AND passkeys >= ?", user, MAX)) {
      return Added.TOO_MANY;
    }
    boolean isNew =
        sql.updateOne(
            """
            INSERT INTO passkeys (passkey_id, user_id, name, data, counter, created_at)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (passkey_id) DO NOTHING
            """,
            passkey.id(),
            user,
            passkey.name(),
            passkey.data(),
            passkey.counter(),
            now.at());
    if (!isNew) {
      return Added.EDIT_CONFLICT;
    }
    sql.update("UPDATE users SET passkeys = passkeys + 1 WHERE user_id = ?", user);
    Sessions.endOthers(sql, user, session);
    if (sql.exists("SELECT 1 FROM recovery_codes WHERE user_id = ?", user)) {
      return Added.ADDED;
    }
    SecondFactors.replaceCodes(sql, user, passkey.codes());
    return Added.ADDED_WITH_CODES;
  }

  /**
   * Removes a passkey. False if the user has no such passkey. The recovery codes of a user who then
   * has no second factor are removed with it.
   */
  public boolean remove(String id, User user, Secret.Session session, RequestMoment now) {
    var store = database.at(now).locking(user.id());
    return store.write(sql -> {
      boolean removed =
          sql.updateOne("DELETE FROM passkeys WHERE passkey_id = ? AND user_id = ?", id, user.id());
      if (removed) {
        sql.update("UPDATE users SET passkeys = passkeys - 1 WHERE user_id = ?", user.id());
        SecondFactors.endWithoutFactor(sql, user.id());
        Sessions.endOthers(sql, user.id(), session);
      }
      return SecondFactors.record(sql, removed, AuditEvent.PASSKEY_REMOVE, user.id(), now);
    });
  }

  /**
   * Signs a person in with a passkey instead of a password. False if the challenge was answered
   * before, the passkey was removed, or the person is disabled.
   */
  public boolean open(FactorProof.ByPasskey proof, Sessions.NewSession session, RequestMoment now) {
    Id.User user = proof.key().user();
    var store = database.at(now).using(WriteSpace.RENEWING);
    return store.write(sql -> {
      boolean opened = spend(sql, proof, now);
      if (opened) {
        Sessions.insert(sql, limits, user, session, now);
        sql.record(AuditEntry.of(now, AuditEvent.SIGN_IN, AuditOutcome.PASSKEY).by(user));
      } else {
        recordWrong(sql, user, now);
      }
      return opened;
    });
  }

  /**
   * Renews a session like {@link Sessions#confirm}, by a passkey in place of the password. False as
   * well if the passkey is not one of the person whose session it is.
   */
  public boolean confirm(FactorProof.ByPasskey proof, Sessions.NewKey renewed, RequestMoment now) {
    Id.User user = proof.key().user();
    var store = database.at(now).using(WriteSpace.RENEWING);
    return store.write(sql -> {
      boolean confirmed = spend(sql, proof, now) && Sessions.renew(sql, renewed, user, now);
      if (confirmed) {
        sql.record(AuditEntry.of(now, AuditEvent.SIGN_IN, AuditOutcome.PASSKEY_AGAIN).by(user));
      } else {
        recordWrong(sql, user, now);
      }
      return confirmed;
    });
  }

  /**
   * Spends a challenge whose answer is not the signature of a known passkey. The first answer to a
   * challenge is the only one, so the same answer is recorded once. {@code user} is the person who
   * has the passkey. Anyone can invent a passkey, so without a person nothing is recorded, and the
   * number of challenges that are marked as answered is limited in all.
   */
  public void refuse(Id.Form challenge, Optional<Id.User> user, RequestMoment now) {
    var store = database.at(now.withoutAuthority());
    store.run(sql -> {
      boolean isMarked =
          (user.isPresent() || Throttle.unknownPasskeys().take(sql, now.at()))
              && spend(sql, challenge, now);
      if (isMarked && user.isPresent()) {
        recordWrong(sql, user.get(), now);
      }
    });
  }

  private static void recordWrong(Sql sql, Id.User user, RequestMoment now) throws SQLException {
    RefusedActs.recordUnproven(
        sql,
        Optional.of(user),
        AuditEntry.of(now, AuditEvent.SIGN_IN, AuditOutcome.PASSKEY_WRONG).by(user));
  }

  private static boolean spend(Sql sql, Id.Form challenge, RequestMoment now) throws SQLException {
    return UsedForms.spend(sql, challenge, now.at().plus(CHALLENGE_KEPT));
  }

  /**
   * Marks a signature as used. False if its challenge was answered before, the passkey was removed,
   * the person is disabled, or the authenticator's counter did not grow, which means that a copy of
   * the passkey exists. The write on the row of the user makes sure that disabling the user comes
   * either before or after this write.
   */
  static boolean spend(Sql sql, FactorProof.ByPasskey proof, RequestMoment now)
      throws SQLException {
    Passkey.Key key = proof.key();
    return spend(sql, proof.challenge(), now)
        && sql.updateOne(
            """
            UPDATE users
            SET passkeys = passkeys
            WHERE user_id = ?
              AND active_since IS NOT NULL
            """,
            key.user())
        && sql.updateOne(
            """
            UPDATE passkeys
            SET counter = :counter, last_used_at = :now
            WHERE passkey_id = :id
              AND user_id = :user
              AND (counter < :counter OR (counter = 0 AND :counter = 0))
            """,
            Map.of(
                "counter", proof.counter(), "now", now.at(), "id", key.id(), "user", key.user()));
  }
}
