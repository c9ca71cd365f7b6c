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
import dev.latchkey.model.person.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What users do with their own account: list and end sessions, change the password. */
public final class UserAccount {
  /** A value that replaces another one, if the old value is still the current one. */
  public record Change<T>(T from, T to) {
    @Override
    public String toString() {
      return "Change[redacted]";
    }
  }

  /**
   * A session as its user sees it. Forms refer to it by its hash. The hash gives no access, because
   * the session key cannot be computed from it.
   */
  public record OpenSession(
      SecretHash hash, Device device, Instant signedInAt, Instant seenAt, String address) {}

  private final Database database;
  private final Limits limits;

  public UserAccount(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  /** The sessions that {@link Sessions#find} would find. The last used one comes first. */
  public List<OpenSession> sessions(Id.User user, RequestMoment now) {
    return database.list(sql ->
        sql.all(
            """
            SELECT s.session_hash, s.browser, s.operating_system, s.signed_in_at, s.seen_at, s.address
            FROM sessions s
            JOIN users u ON u.user_id = s.user_id
              AND u.active_since IS NOT NULL
              AND u.times_disabled = s.times_disabled
            WHERE s.user_id = ?
              AND s.expires_at > ?
              AND s.seen_at > ?
            ORDER BY s.seen_at DESC, s.session_hash
            """,
            row ->
                new OpenSession(
                    SecretHash.stored(row.bytes("session_hash")),
                    device(row),
                    row.instant("signed_in_at"),
                    row.instant("seen_at"),
                    row.text("address")),
            user,
            now.at(),
            now.at().minus(limits.sessionIdle())));
  }

  private static Device device(Sql.Row row) throws SQLException {
    return new Device(
        Device.Browser.valueOf(row.text("browser")),
        Device.OperatingSystem.valueOf(row.text("operating_system")));
  }

  /** Ends sessions. False if none of them belonged to the user. */
  public boolean end(List<SecretHash> sessions, Id.User user, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.ENDING);
    return store.write(sql -> {
      int ended = 0;
      for (SecretHash session : sessions) {
        ended += Sessions.end(sql, session, user) ? 1 : 0;
      }
      if (ended > 0) {
        sql.record(AuditEntry.of(now, AuditEvent.SESSION_END, AuditOutcome.OK).by(user));
      }
      return ended > 0;
    });
  }

  public void endOthers(Secret.Session current, Id.User user, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.ENDING);
    store.run(sql -> {
      sql.record(AuditEntry.of(now, AuditEvent.SESSION_END, AuditOutcome.ALL_OTHERS).by(user));
      Sessions.endOthers(sql, user, current);
    });
  }

  /** Ends every session of the user, and sign-ins that still wait for a code. */
  public void endAll(Id.User user, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.ENDING);
    store.run(sql -> {
      sql.record(AuditEntry.of(now, AuditEvent.SESSION_END, AuditOutcome.ALL).by(user));
      Sessions.endAll(sql, user);
    });
  }

  /**
   * Changes the password, ends every other session in the same write, and gives the current session
   * a new key. False if the password has changed since it was compared, or if the session has
   * ended.
   */
  public boolean changePassword(
      User user, Change<PasswordHash> password, Change<Secret.Session> session, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      Throttles.ofPasswords(user.email(), now, limits).giveBack(sql);
      boolean changed =
          sql.updateOne(
              """
              UPDATE users
              SET password = :chosen
              WHERE user_id = :user
                AND password = :compared
                AND active_since IS NOT NULL
                AND EXISTS (SELECT 1 FROM sessions s WHERE s.session_hash = :session AND s.user_id = :user AND s.expires_at > :now)
              """,
              Map.of(
                  "chosen",
                  password.to().text(),
                  "user",
                  user.id(),
                  "compared",
                  password.from().text(),
                  "session",
                  session.from().hash(),
                  "now",
                  now.at()));
      if (changed) {
        Sessions.endOthers(sql, user.id(), session.from());
        PendingSignIns.end(sql, user.id());
        sql.update(
            """
            UPDATE sessions
            SET session_hash = ?, signed_in_at = ?
            WHERE session_hash = ?
            """,
            session.to().hash(),
            now.at(),
            session.from().hash());
      }
      return SecondFactors.record(sql, changed, AuditEvent.PASSWORD_CHANGE, user.id(), now);
    });
  }
}
