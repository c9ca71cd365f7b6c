package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Instant;

/**
 * What administrators end for a user who stays active: sessions, and the access of apps. Each write
 * is refused if the user has changed since the administrator saw them, because a user with a higher
 * role may be managed by fewer people.
 */
public final class AccessRemoval {
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

  /** What is ended. */
  public sealed interface What {
    record Session(SecretHash hash) implements What {}

    /** The access of one app. Its code and its tokens stop working at the same moment. */
    record App(Id.Grant grant) implements What {}

    /** Every session, sign-ins that still wait for a code, and the access of every app. */
    record Everything() implements What {}
  }

  public Outcome end(ManagedUser known, What what, Actor actor) {
    Id.User user = known.user().id();
    Instant now = actor.moment().at();
    var store = database.at(actor.moment()).locking(user).using(WriteSpace.ENDING);
    return store.write(sql -> {
      AuditEntry entry = entry(known, what, actor);
      // It stays unchanged, because the user is locked.
      if (!UserAdministration.isUnchanged(sql, known)) {
        sql.record(entry.with(AuditOutcome.EDIT_CONFLICT));
        return Outcome.EDIT_CONFLICT;
      }
      boolean ended =
          switch (what) {
            case What.Session(var hash) -> Sessions.end(sql, hash, user);
            case What.App(var grant) -> endApp(sql, grant, user, now);
            case What.Everything _ -> endAll(sql, user, now);
          };
      if (!ended) {
        return Outcome.ENDED_BEFORE;
      }
      sql.record(what instanceof What.App(var grant) ? entry.about(app(sql, grant)) : entry);
      return Outcome.DONE;
    });
  }

  private static boolean endApp(Sql sql, Id.Grant grant, Id.User user, Instant now)
      throws SQLException {
    return sql.updateOne(
        """
        UPDATE grants
        SET ended_at = ?
        WHERE grant_id = ?
          AND user_id = ?
          AND ended_at IS NULL
        """,
        now,
        grant,
        user);
  }

  private static boolean endAll(Sql sql, Id.User user, Instant now) throws SQLException {
    Sessions.endAll(sql, user);
    sql.update(
        """
        UPDATE grants
        SET ended_at = ?
        WHERE user_id = ?
          AND ended_at IS NULL
        """,
        now,
        user);
    return true;
  }

  private static Id.Client app(Sql sql, Id.Grant grant) throws SQLException {
    return sql.one(
            "SELECT client_id FROM grants WHERE grant_id = ?",
            row -> new Id.Client(row.text("client_id")),
            grant)
        .orElseThrow();
  }

  private static AuditEntry entry(ManagedUser known, What what, Actor actor) {
    AuditEvent event = what instanceof What.App ? AuditEvent.GRANT_END : AuditEvent.SESSION_END;
    AuditOutcome outcome =
        switch (what) {
          case What.Session _ -> AuditOutcome.SESSION_BY_ADMINISTRATOR;
          case What.App _ -> AuditOutcome.ACCESS_BY_ADMINISTRATOR;
          case What.Everything _ -> AuditOutcome.ALL_BY_ADMINISTRATOR;
        };
    return UserAdministration.entry(actor, event, known).with(outcome);
  }
}
