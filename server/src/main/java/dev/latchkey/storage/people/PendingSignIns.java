package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.limit.RefusedActs;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Sign-ins for which the password was correct and the second factor is missing. They have a table
 * of their own, so that no query for a session can find one. A new password ends them, and so does
 * disabling the user.
 */
public final class PendingSignIns {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final Database database;
  private final Limits limits;

  public PendingSignIns(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  /**
   * Starts a pending sign-in after a correct password. False if the password has changed, the
   * person is disabled, or the second factor was removed since the password was compared.
   */
  public boolean begin(
      Sessions.Attempt.Known known, String email, Secret.PendingSignIn key, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.RENEWING);
    return store.write(sql -> {
      boolean begun =
          sql.updateOne(
              """
              UPDATE users
              SET password = password
              WHERE user_id = ?
                AND password = ?
                AND active_since IS NOT NULL
                AND (factor_key IS NOT NULL OR passkeys > 0)
              """,
              known.user(),
              known.password().text());
      Throttles.ofPasswords(email, now, limits).giveBack(sql);
      if (begun) {
        insert(sql, key, known.user(), now);
      }
      sql.record(
          AuditEntry.of(
                  now,
                  AuditEvent.SIGN_IN,
                  begun ? AuditOutcome.CODE_AWAITED : Sessions.refusal(known))
              .by(known.user()));
      return begun;
    });
  }

  /** The user of a pending sign-in; empty if there is no such sign-in any more. */
  public Optional<Id.User> user(Secret.PendingSignIn key, RequestMoment now) {
    return database.read(sql -> userOf(sql, key, now));
  }

  public SecondFactors.Attempt attempt(
      Secret.PendingSignIn key, EnteredCode entered, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.RENEWING);
    return store.write(sql -> {
      Optional<Id.User> user = userOf(sql, key, now);
      return user.isPresent()
          ? FactorCodes.attempt(sql, limits, user.get(), entered, now)
          : new SecondFactors.Attempt.None();
    });
  }

  public enum Completed {
    SIGNED_IN,
    CODE_SPENT,
    OVER
  }

  /**
   * Creates a session with a new key and ends the session that the browser had before. Of two codes
   * for one pending sign-in, the second is not spent: the user is locked, so the first has ended
   * the pending sign-in by then. A sign-in whose code was spent before goes on waiting.
   */
  public Completed complete(
      Secret.PendingSignIn pending,
      SecondFactors.Attempt.Known known,
      FactorProof proof,
      Sessions.NewSession session,
      RequestMoment now) {
    Id.User user = known.user();
    var store = database.at(now).locking(user).using(WriteSpace.RENEWING);
    return store.write(sql -> {
      if (!userOf(sql, pending, now).equals(Optional.of(user))) {
        return record(sql, Completed.OVER, AuditOutcome.CODE_TOO_LATE, user, now);
      }
      if (!FactorCodes.spend(sql, limits, known, proof, now)) {
        return record(sql, Completed.CODE_SPENT, AuditOutcome.CODE_SPENT, user, now);
      }
      sql.update("DELETE FROM pending_sign_ins WHERE key_hash = ?", pending.hash());
      Sessions.insert(sql, limits, user, session, now);
      return record(sql, Completed.SIGNED_IN, AuditOutcome.OK, user, now);
    });
  }

  static void insert(Sql sql, Secret.PendingSignIn key, Id.User user, RequestMoment now)
      throws SQLException {
    sql.update(
        """
        INSERT INTO pending_sign_ins (key_hash, user_id, expires_at)
        VALUES (?, ?, ?)
        """,
        key.hash(),
        user,
        now.at().plus(TIMEOUT));
  }

  static void end(Sql sql, Id.User user) throws SQLException {
    sql.update("DELETE FROM pending_sign_ins WHERE user_id = ?", user);
  }

  private static Optional<Id.User> userOf(Sql sql, Secret.PendingSignIn key, RequestMoment now)
      throws SQLException {
    return sql.one(
        "SELECT user_id FROM pending_sign_ins WHERE key_hash = ? AND expires_at > ?",
        row -> new Id.User(row.text("user_id")),
        key.hash(),
        now.at());
  }

  private static Completed record(
      Sql sql, Completed result, AuditOutcome outcome, Id.User user, RequestMoment now)
      throws SQLException {
    AuditEntry entry = AuditEntry.of(now, AuditEvent.SIGN_IN, outcome).by(user);
    if (result == Completed.SIGNED_IN) {
      sql.record(entry);
    } else {
      RefusedActs.recordUnproven(sql, Optional.of(user), entry);
    }
    return result;
  }
}
