package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Passkey;
import dev.latchkey.model.person.RecoveryCode;
import dev.latchkey.model.person.SecondFactor;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.limit.RefusedActs;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The authenticator app and the recovery codes of a person, beside {@link Passkeys}. Adding or
 * removing the second factor ends all other sessions of the person, as a change of password does
 * (ASVS 7.4.3).
 */
public final class SecondFactors {
  private final Database database;
  private final Limits limits;

  public SecondFactors(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  /** The data against which an entered code is checked, or the reason why it is not checked. */
  public sealed interface Attempt {
    record Throttled(Duration retryAfter) implements Attempt {}

    /** Too many wrong codes of an app were entered today. A recovery code can still be used. */
    record Exhausted() implements Attempt {}

    /** {@code sealedKey} is empty if the person has passkeys and no authenticator app. */
    record Known(Id.User user, Optional<byte[]> sealedKey) implements Attempt {}

    /** There is no pending sign-in, or the second factor was removed. */
    record None() implements Attempt {}
  }

  public SecondFactor of(Id.User user) {
    return database.read(sql -> {
      List<Passkey> passkeys = Passkeys.of(sql, user);
      return sql.one(
              """
              SELECT factor_since, (SELECT COUNT(*) FROM recovery_codes r WHERE r.user_id = u.user_id) AS codes
              FROM users u
              WHERE u.user_id = ?
              """,
              row ->
                  new SecondFactor(row.maybeInstant("factor_since"), passkeys, row.number("codes")),
              user)
          .orElse(SecondFactor.NONE);
    });
  }

  /**
   * A second factor to add: its encrypted key, the code that confirmed it, and the new recovery
   * codes.
   */
  public record NewFactor(
      byte[] sealedKey, FactorProof.OfStep confirmed, List<RecoveryCode> codes) {}

  /**
   * Adds a second factor. False if the person already has one, is disabled, or the session has
   * ended. The code that confirmed the app counts as used.
   */
  public boolean add(User user, NewFactor factor, Secret.Session session, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      boolean added =
          sql.updateOne(
              """
              UPDATE users
              SET factor_key = :key, factor_since = :now, factor_step = :step
              WHERE user_id = :user
                AND factor_key IS NULL
                AND active_since IS NOT NULL
                AND EXISTS (SELECT 1 FROM sessions s WHERE s.session_hash = :session AND s.user_id = :user AND s.expires_at > :now)
              """,
              Map.of(
                  "key",
                  factor.sealedKey(),
                  "now",
                  now.at(),
                  "step",
                  factor.confirmed().step(),
                  "user",
                  user.id(),
                  "session",
                  session.hash()));
      if (added) {
        replaceCodes(sql, user.id(), factor.codes());
        Sessions.endOthers(sql, user.id(), session);
      }
      return record(sql, added, AuditEvent.SECOND_FACTOR_ADD, user.id(), now);
    });
  }

  /** Counts an attempt before the code is compared, as a sign-in does. */
  public Attempt attempt(Id.User user, EnteredCode entered, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> FactorCodes.attempt(sql, limits, user, entered, now));
  }

  /**
   * Replaces the recovery codes; the old ones become invalid. False if the proof was used before.
   */
  public boolean renewCodes(
      Attempt.Known known, FactorProof proof, List<RecoveryCode> codes, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      boolean first = FactorCodes.spend(sql, limits, known, proof, now);
      if (first) {
        replaceCodes(sql, known.user(), codes);
      }
      return record(sql, first, AuditEvent.RECOVERY_CODES_CREATE, known.user(), now);
    });
  }

  /** Removes the authenticator app. False if the proof was used before. */
  public boolean remove(
      Attempt.Known known, FactorProof proof, Secret.Session session, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      boolean first =
          FactorCodes.spend(sql, limits, known, proof, now) && removeApp(sql, known.user());
      if (first) {
        endWithoutFactor(sql, known.user());
        Sessions.endOthers(sql, known.user(), session);
      }
      return record(sql, first, AuditEvent.SECOND_FACTOR_REMOVE, known.user(), now);
    });
  }

  /**
   * Removes the app and the passkeys of a person who has lost them and the recovery codes. A thief
   * may have the phone, so every session ends. False if the person was changed since, or has no
   * second factor.
   */
  public boolean removeFor(ManagedUser whom, Actor actor) {
    Id.User user = whom.user().id();
    var store = database.at(actor.moment()).locking(user);
    return store.write(sql -> {
      boolean done =
          sql.updateOne(
              """
              UPDATE users
              SET version = version + 1
              WHERE user_id = ?
                AND version = ?
                AND (factor_key IS NOT NULL OR passkeys > 0)
              """,
              user,
              whom.version());
      if (done) {
        removeApp(sql, user);
        sql.update("DELETE FROM passkeys WHERE user_id = ?", user);
        sql.update("UPDATE users SET passkeys = 0 WHERE user_id = ?", user);
        endWithoutFactor(sql, user);
        sql.update("DELETE FROM sessions WHERE user_id = ?", user);
      }
      AuditEntry entry = UserAdministration.entry(actor, AuditEvent.SECOND_FACTOR_REMOVE, whom);
      RefusedActs.recordAct(sql, done, entry, AuditOutcome.EDIT_CONFLICT);
      return done;
    });
  }

  private static boolean removeApp(Sql sql, Id.User user) throws SQLException {
    return sql.updateOne(
        """
        UPDATE users
        SET factor_key = NULL, factor_since = NULL, factor_step = NULL
        WHERE user_id = ?
          AND factor_key IS NOT NULL
        """,
        user);
  }

  /**
   * Ends what belongs to a second factor, if the user has none any more: the recovery codes, and
   * the sign-ins that wait for the second step.
   */
  static void endWithoutFactor(Sql sql, Id.User user) throws SQLException {
    if (sql.exists(
        """
        SELECT 1 FROM users
        WHERE user_id = ?
          AND factor_key IS NULL
          AND passkeys = 0
        """,
        user)) {
      sql.update("DELETE FROM recovery_codes WHERE user_id = ?", user);
      PendingSignIns.end(sql, user);
    }
  }

  static void replaceCodes(Sql sql, Id.User user, List<RecoveryCode> codes) throws SQLException {
    sql.update("DELETE FROM recovery_codes WHERE user_id = ?", user);
    sql.updateEach(
        "INSERT INTO recovery_codes (user_id, code_hash) VALUES (?, ?)",
        codes,
        code -> List.of(user, code.hash()));
  }

  /** Records what a person did with the own account. It was not done if something else changed. */
  static boolean record(Sql sql, boolean done, AuditEvent event, Id.User by, RequestMoment now)
      throws SQLException {
    RefusedActs.recordAct(
        sql,
        done,
        Optional.of(by),
        AuditEntry.of(now, event, done ? AuditOutcome.OK : AuditOutcome.EDIT_CONFLICT).by(by));
    return done;
  }
}
