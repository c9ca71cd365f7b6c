package dev.latchkey.storage.people;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Id;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.RequestWrites;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What administrators end for a user who stays active: sessions, and the access of apps. Each write
 * is refused if the user has changed since the administrator saw them, because a user with a higher
 * role may be managed by fewer people.
 */
public final class AccessRemoval {
  private static final String UNCHANGED =
      """
        AND EXISTS (SELECT 1
            FROM users u
            WHERE u.user_id = :user
              AND u.version = :version)
      """;

  private final Database database;

  public AccessRemoval(Database database) {
    this.database = database;
  }

  public enum Outcome {
    DONE,
    ENDED_BEFORE,
    /** Another person changed the user since it was read. */
    EDIT_CONFLICT
  }

  public Outcome endSession(
      ManagedUser known, SecretHash session, Id.Subject by, RequestMoment now) {
    Map<String, Object> values = values(known);
    values.put("session", session);
    return locking(known, now)
        .write(sql -> {
          boolean ended =
              sql.updateOne(
                  """
                  DELETE FROM sessions
                  WHERE session_hash = :session
                    AND user_id = :user
                  """
                      + UNCHANGED,
                  values);
          Outcome outcome = ended ? Outcome.DONE : whyNot(sql, known);
          AuditEntry entry =
              entry(known, AuditEvent.SESSION_END, by, now)
                  .with(AuditOutcome.SESSION_BY_ADMINISTRATOR);
          record(sql, entry, outcome);
          return outcome;
        });
  }

  /** Ends the access of one app. Its code and its tokens stop working at the same moment. */
  public Outcome endGrant(ManagedUser known, Id.Grant grant, Id.Subject by, RequestMoment now) {
    Map<String, Object> values = values(known);
    values.put("grant", grant);
    values.put("now", now.at());
    return locking(known, now)
        .write(sql -> {
          boolean ended =
              sql.updateOne(
                  """
                  UPDATE grants
                  SET ended_at = :now
                  WHERE grant_id = :grant
                    AND user_id = :user
                    AND ended_at IS NULL
                  """
                      + UNCHANGED,
                  values);
          Outcome outcome = ended ? Outcome.DONE : whyNot(sql, known);
          AuditEntry entry =
              entry(known, AuditEvent.GRANT_END, by, now)
                  .with(AuditOutcome.ACCESS_BY_ADMINISTRATOR);
          record(sql, ended ? app(sql, grant).map(entry::about).orElse(entry) : entry, outcome);
          return outcome;
        });
  }

  /** Ends every session, sign-ins that still wait for a code, and the access of every app. */
  public Outcome endAll(ManagedUser known, Id.Subject by, RequestMoment now) {
    Id.User user = known.user().id();
    return locking(known, now)
        .write(sql -> {
          boolean unchanged = isUnchanged(sql, known);
          if (unchanged) {
            sql.update("DELETE FROM sessions WHERE user_id = ?", user);
            PendingSignIns.end(sql, user);
            sql.update(
                """
                UPDATE grants
                SET ended_at = ?
                WHERE user_id = ?
                  AND ended_at IS NULL
                """,
                now.at(),
                user);
          }
          Outcome outcome = unchanged ? Outcome.DONE : Outcome.EDIT_CONFLICT;
          AuditEntry entry =
              entry(known, AuditEvent.SESSION_END, by, now).with(AuditOutcome.ALL_BY_ADMINISTRATOR);
          record(sql, entry, outcome);
          return outcome;
        });
  }

  private RequestWrites locking(ManagedUser known, RequestMoment now) {
    return database.at(now).locking(known.user().id()).using(WriteSpace.ENDING);
  }

  private static Map<String, Object> values(ManagedUser known) {
    var values = new HashMap<String, Object>();
    values.put("user", known.user().id());
    values.put("version", known.version());
    return values;
  }

  /** The reason for a refusal. The guard has already decided. */
  private static Outcome whyNot(Sql sql, ManagedUser known) throws SQLException {
    return isUnchanged(sql, known) ? Outcome.ENDED_BEFORE : Outcome.EDIT_CONFLICT;
  }

  /** Whether the user still has this version. It stays so, because the user is locked. */
  private static boolean isUnchanged(Sql sql, ManagedUser known) throws SQLException {
    return sql.exists(
        "SELECT 1 FROM users WHERE user_id = ? AND version = ?",
        known.user().id(),
        known.version());
  }

  private static Optional<Id.Client> app(Sql sql, Id.Grant grant) throws SQLException {
    return sql.one(
        "SELECT client_id FROM grants WHERE grant_id = ?",
        row -> new Id.Client(row.text("client_id")),
        grant);
  }

  private static AuditEntry entry(
      ManagedUser known, AuditEvent event, Id.Subject by, RequestMoment now) {
    return AuditEntry.of(now, event, AuditOutcome.OK)
        .by(by)
        .about(known.user().id())
        .in(known.user().organization());
  }

  /** Nothing is recorded about something that had ended before, because nothing was done. */
  private static void record(Sql sql, AuditEntry done, Outcome outcome) throws SQLException {
    switch (outcome) {
      case DONE -> sql.record(done);
      case EDIT_CONFLICT -> sql.record(done.with(AuditOutcome.EDIT_CONFLICT));
      case ENDED_BEFORE -> {}
    }
  }
}
