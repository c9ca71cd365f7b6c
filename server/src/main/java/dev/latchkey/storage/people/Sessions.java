package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.Device;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.Session;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.limit.RefusedActs;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Attempts to sign in, and sessions. Sessions survive a restart and are valid on every node. */
public final class Sessions {
  /**
   * The session that a sign-in creates, the session of the same browser that it replaces, and what
   * that browser is.
   */
  public record NewSession(Secret.Session key, Optional<Secret.Session> replaced, Device device) {}

  /**
   * How old the recorded time of a session's last use may be. Because of that, not every page view
   * causes a write.
   */
  private static final Duration SEEN_AT_INTERVAL = Duration.ofMinutes(1);

  /** The same for a person's last sign-in, so that many of them write its index once. */
  private static final Duration SIGNED_IN_AT_INTERVAL = Duration.ofHours(1);

  /**
   * A sign-in that is further in the future is from a clock that was ahead. Its session would last
   * longer than one may.
   */
  private static final Duration CLOCKS_APART = Duration.ofMinutes(5);

  private final Database database;
  private final Limits limits;

  public Sessions(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  /** The data against which a password is checked, or the reason why it is not checked. */
  public sealed interface Attempt {
    record Throttled(Duration retryAfter) implements Attempt {}

    /** There is an account with that address; its password has not been compared yet. */
    record Known(Id.User user, PasswordHash password, boolean active, boolean asksCode)
        implements Attempt {}

    /** There is no account, or its person has not chosen a password yet. */
    record Unknown() implements Attempt {}
  }

  /**
   * Counts the attempt before the password is compared. Therefore a hundred parallel attempts count
   * the same as a hundred in a row.
   */
  public Attempt attempt(String email, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.RENEWING);
    return store.write(sql -> {
      Optional<Duration> wait = Throttles.ofPasswords(email, now, limits).take(sql, now.at());
      if (wait.isPresent()) {
        return new Attempt.Throttled(wait.get());
      }
      return sql.<Attempt>one(
              """
              SELECT user_id, password, active_since, CASE WHEN factor_key IS NULL AND passkeys = 0 THEN 0 ELSE 1 END AS asks_code
              FROM users
              WHERE email = ?
                AND password <> ''
              """,
              row ->
                  new Attempt.Known(
                      new Id.User(row.text("user_id")),
                      new PasswordHash(row.text("password")),
                      row.maybeInstant("active_since").isPresent(),
                      row.flag("asks_code")),
              email)
          .orElse(new Attempt.Unknown());
    });
  }

  /** Removes an attempt from the count whose result the caller never received. */
  public void giveBack(String email, RequestMoment now) {
    var store = database.at(now.withoutAuthority());
    store.run(sql -> Throttles.ofPasswords(email, now, limits).giveBack(sql));
  }

  /**
   * Creates a session with a new key and ends the session that the browser had before. False if the
   * user is disabled, the password has changed since it was compared, or a code of the second
   * factor is required as well. The write on the row of the user waits for a running change of
   * these. Such a change ends all sessions that it can see.
   */
  public boolean open(Attempt.Known known, String email, NewSession session, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.RENEWING);
    return store.write(sql -> {
      boolean opened =
          sql.updateOne(
              """
              UPDATE users
              SET password = password
              WHERE user_id = ?
                AND password = ?
                AND active_since IS NOT NULL
                AND factor_key IS NULL
                AND passkeys = 0
              """,
              known.user(),
              known.password().text());
      Throttles.ofPasswords(email, now, limits).giveBack(sql);
      if (opened) {
        insert(sql, limits, known.user(), session, now);
      }
      sql.record(
          AuditEntry.of(now, AuditEvent.SIGN_IN, opened ? AuditOutcome.OK : refusal(known))
              .by(known.user()));
      return opened;
    });
  }

  /**
   * Inserts a session and records the sign-in, in a write that has made sure that the user is
   * active and has locked the row of the user.
   */
  public static void insert(
      Sql sql, Limits limits, Id.User user, NewSession session, RequestMoment now)
      throws SQLException {
    if (session.replaced().isPresent()) {
      sql.update("DELETE FROM sessions WHERE session_hash = ?", session.replaced().get().hash());
    }
    sql.update(
        """
        INSERT INTO sessions (session_hash, user_id, signed_in_at, seen_at, expires_at, address,
            browser, operating_system, times_disabled)
        SELECT ?, user_id, ?, ?, ?, ?, ?, ?, times_disabled
        FROM users
        WHERE user_id = ?
        """,
        session.key().hash(),
        now.at(),
        now.at(),
        now.at().plus(limits.session()),
        now.address(),
        session.device().browser(),
        session.device().system(),
        user);
    sql.update(
        "UPDATE users SET signed_in_at = ? WHERE user_id = ? AND signed_in_at < ?",
        now.at(),
        user,
        now.at().minus(SIGNED_IN_AT_INTERVAL));
  }

  /** The reason, for the audit log, why a correct password did not create a session. */
  static AuditOutcome refusal(Attempt.Known known) {
    return known.active() ? AuditOutcome.EDIT_CONFLICT : AuditOutcome.USER_DISABLED;
  }

  /**
   * Renews a session after the user has entered the password again: the sign-in counts as new (rule
   * 6.5) and the session gets a new key. False if the session has ended.
   */
  public boolean confirm(NewKey renewed, User user, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.RENEWING);
    return store.write(sql -> {
      Throttles.ofPasswords(user.email(), now, limits).giveBack(sql);
      boolean open = renew(sql, renewed, user.id(), now);
      sql.record(
          AuditEntry.of(
                  now,
                  AuditEvent.SIGN_IN,
                  open ? AuditOutcome.PASSWORD_AGAIN : AuditOutcome.SESSION_OVER)
              .by(user.id()));
      return open;
    });
  }

  /** The key that a session had before, and the one that replaces it. */
  public record NewKey(Secret.Session before, Secret.Session key) {}

  /** False if the session has ended, or is not one of this user. */
  static boolean renew(Sql sql, NewKey renewed, Id.User user, RequestMoment now)
      throws SQLException {
    return sql.updateOne(
        """
        UPDATE sessions SET session_hash = :key, signed_in_at = :now
        WHERE session_hash = :before AND user_id = :user AND expires_at > :now
        """,
        Map.of(
            "key",
            renewed.key().hash(),
            "now",
            now.at(),
            "before",
            renewed.before().hash(),
            "user",
            user));
  }

  public void refused(Optional<Id.User> user, AuditOutcome why, RequestMoment now) {
    var store = database.at(now.withoutAuthority());
    store.run(sql -> {
      var entry = AuditEntry.of(now, AuditEvent.SIGN_IN, why);
      RefusedActs.recordUnproven(sql, user, user.map(entry::by).orElse(entry));
    });
  }

  /**
   * Finds an active session. The version of the user is read before the rights. A later write
   * compares this version again.
   */
  public Optional<Session> find(Secret.Session key, RequestMoment now) {
    Optional<Session> found =
        database.read(sql -> {
          Optional<Seen> seen =
              sql.one(
                  """
                  SELECT s.user_id, s.signed_in_at, s.seen_at, u.version, u.passkeys
                  FROM sessions s
                  JOIN users u ON u.user_id = s.user_id
                    AND u.active_since IS NOT NULL
                    AND u.times_disabled = s.times_disabled
                  WHERE s.session_hash = ?
                    AND s.expires_at > ?
                    AND s.seen_at > ?
                    AND s.signed_in_at <= ?
                  """,
                  row ->
                      new Seen(
                          new Id.User(row.text("user_id")),
                          row.number("version"),
                          row.number("passkeys") > 0,
                          row.instant("signed_in_at"),
                          row.instant("seen_at")),
                  key.hash(),
                  now.at(),
                  now.at().minus(limits.sessionIdle()),
                  now.at().plus(CLOCKS_APART));
          if (seen.isEmpty()) {
            return Optional.<Session>empty();
          }
          Optional<User> user = Directory.find(sql, seen.get().user());
          return user.map(who -> seen.get().of(who));
        });
    if (found.isPresent() && found.get().seenAt().plus(SEEN_AT_INTERVAL).isBefore(now.at())) {
      var store = database.at(now).using(WriteSpace.ENDING);
      store.run(sql ->
          sql.update(
              "UPDATE sessions SET seen_at = ? WHERE session_hash = ?", now.at(), key.hash()));
    }
    return found;
  }

  public void end(Secret.Session key, Id.User user, RequestMoment now) {
    var store = database.at(now.withoutAuthority()).using(WriteSpace.ENDING);
    store.run(sql -> {
      sql.record(AuditEntry.of(now, AuditEvent.SIGN_OUT, AuditOutcome.OK).by(user));
      sql.update("DELETE FROM sessions WHERE session_hash = ?", key.hash());
    });
  }

  /** Ends one session. False if it is not one of this user, or has ended. */
  static boolean end(Sql sql, SecretHash session, Id.User user) throws SQLException {
    return sql.updateOne(
        "DELETE FROM sessions WHERE session_hash = ? AND user_id = ?", session, user);
  }

  /** Ends every session of the user, and sign-ins that still wait for a code. */
  static void endAll(Sql sql, Id.User user) throws SQLException {
    sql.update("DELETE FROM sessions WHERE user_id = ?", user);
    PendingSignIns.end(sql, user);
  }

  static void endOthers(Sql sql, Id.User user, Secret.Session current) throws SQLException {
    sql.update(
        "DELETE FROM sessions WHERE user_id = ? AND session_hash <> ?", user, current.hash());
  }

  private record Seen(
      Id.User user, int version, boolean hasPasskey, Instant signedInAt, Instant seenAt) {
    Session of(User who) {
      return new Session(who, version, hasPasskey, signedInAt, seenAt);
    }
  }
}
