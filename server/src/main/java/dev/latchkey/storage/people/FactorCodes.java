package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.model.person.RecoveryCode;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.limit.RefusedActs;
import dev.latchkey.storage.limit.Throttle;
import dev.latchkey.storage.people.SecondFactors.Attempt;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Checks codes of the second factor, at sign-in and before a change of the second factor. Each
 * attempt is counted before the code is compared. A correct code can be used once. The codes of a
 * removed or replaced app have no row, so the row of a recovery code is its own guard.
 */
final class FactorCodes {
  /** Equal to no stored key. */
  private static final byte[] NO_KEY = {};

  private FactorCodes() {}

  static Attempt attempt(
      Sql sql, Limits limits, Id.User user, EnteredCode entered, RequestMoment now)
      throws SQLException {
    var attempts = attempts(limits, user, now);
    if (!attempts.take(sql, now.at())) {
      return new Attempt.Throttled(attempts.wait(sql, now.at()).orElse(Duration.ofSeconds(1)));
    }
    boolean allowed =
        switch (entered) {
          case EnteredCode.OfApp _ -> Throttle.codesOfApp(user).take(sql, now.at());
          case EnteredCode.Recovery _ -> true;
        };
    return allowed
        ? sql.<Attempt>one(
                """
                SELECT factor_key
                FROM users
                WHERE user_id = ?
                  AND (factor_key IS NOT NULL OR passkeys > 0)
                """,
                row -> new Attempt.Known(user, row.maybeBytes("factor_key")),
                user)
            .orElse(new Attempt.None())
        : new Attempt.Exhausted();
  }

  /**
   * Marks a correct code as used. False if it was used before; the row count decides. The write on
   * the row of the user makes sure that disabling the user, or changing the password, comes either
   * before or after this write. The buckets are changed in the order in which {@link #attempt}
   * takes them: in another order, the two writes would deadlock on PostgreSQL.
   */
  static boolean spend(
      Sql sql, Limits limits, Attempt.Known known, FactorProof proof, RequestMoment now)
      throws SQLException {
    boolean first =
        switch (proof) {
          case FactorProof.OfStep(long step) -> spendStep(sql, known, step);
          case FactorProof.ByRecovery(RecoveryCode code) -> spendRecovery(sql, known, code, now);
          case FactorProof.ByPasskey passkey ->
              passkey.key().user().equals(known.user()) && Passkeys.spend(sql, passkey, now);
        };
    if (first) {
      attempts(limits, known.user(), now).giveBack(sql);
      if (proof instanceof FactorProof.OfStep) {
        Throttle.codesOfApp(known.user()).giveBack(sql);
      }
    }
    return first;
  }

  private static boolean spendStep(Sql sql, Attempt.Known known, long step) throws SQLException {
    return sql.updateOne(
        """
        UPDATE users
        SET factor_step = :step
        WHERE user_id = :user
          AND factor_key = :key
          AND factor_step < :step
          AND active_since IS NOT NULL
        """,
        Map.of(
            "step", step, "user", known.user(), "key", known.sealedKey().orElseGet(() -> NO_KEY)));
  }

  private static boolean spendRecovery(
      Sql sql, Attempt.Known known, RecoveryCode code, RequestMoment now) throws SQLException {
    boolean isActive =
        sql.updateOne(
            """
            UPDATE users
            SET factor_step = factor_step
            WHERE user_id = ?
              AND active_since IS NOT NULL
            """,
            known.user());
    boolean first =
        isActive
            && sql.updateOne(
                """
                DELETE FROM recovery_codes
                WHERE user_id = ?
                  AND code_hash = ?
                """,
                known.user(),
                code.hash());
    var entry = AuditEntry.of(now, AuditEvent.RECOVERY_CODE_USE, AuditOutcome.OK);
    if (first) {
      sql.record(entry.by(known.user()));
    } else {
      RefusedActs.recordUnproven(
          sql,
          Optional.of(known.user()),
          entry.with(AuditOutcome.RECOVERY_CODE_WRONG).by(known.user()));
    }
    return first;
  }

  private static Throttle attempts(Limits limits, Id.User user, RequestMoment now) {
    return Throttle.codes(user, now.network(), limits.wrongPasswordsPerMinute());
  }
}
