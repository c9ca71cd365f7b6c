package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.CredentialSearchText;
import dev.latchkey.storage.credential.TransferOffers;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.limit.RefusedActs;
import dev.latchkey.storage.query.SearchText;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The users of the organizations, as administrators manage them. */
public final class UserAdministration {
  private static final PasswordHash NONE_YET = new PasswordHash("");

  private static final String AND_ANOTHER_SUPER_ADMINISTRATOR =
      """
        AND EXISTS (SELECT 1
            FROM users o
            WHERE o.role = 'SUPER_ADMINISTRATOR'
              AND o.active_since IS NOT NULL
              AND o.password <> ''
              AND o.user_id <> users.user_id)
      """;

  private final Database database;
  private final Limits limits;

  public UserAdministration(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  public enum Outcome {
    DONE,
    /** Another person changed the user since it was read. */
    EDIT_CONFLICT,
    EMAIL_TAKEN,
    LAST_SUPER_ADMINISTRATOR
  }

  public Optional<ManagedUser> find(Id.User id) {
    return database.read(sql -> find(sql, id));
  }

  /** Invites a person. It is a conflict if the e-mail address is taken. */
  public NewLink invite(User user, Secret.PasswordLink link, Actor.Authenticated actor) {
    RequestMoment now = actor.moment();
    var store = database.at(now);
    return store.write(sql -> {
      var throttles = Throttles.ofLinks(user);
      Optional<Duration> wait = throttles.take(sql, now.at());
      if (wait.isPresent()) {
        return new NewLink.Throttled(wait.get());
      }
      NewLink.Unlimited invited = invite(sql, limits, new Invitation(user, link, actor));
      if (invited == NewLink.Unlimited.CONFLICT) {
        throttles.giveBack(sql);
      }
      return invited;
    });
  }

  /** The same by an operator, who may invite any number of people. */
  public NewLink.Unlimited invite(User user, Secret.PasswordLink link, Actor.Operator operator) {
    var store = database.at(operator.moment());
    return store.write(sql -> invite(sql, limits, new Invitation(user, link, operator)));
  }

  /** A new user, the link with which the user chooses a password, and who invites. */
  record Invitation(User user, Secret.PasswordLink link, Actor by) {}

  static NewLink.Unlimited invite(Sql sql, Limits limits, Invitation invitation)
      throws SQLException {
    User user = invitation.user();
    if (!Directory.insert(sql, user, NONE_YET, invitation.by())) {
      return NewLink.Unlimited.CONFLICT;
    }
    Instant end = invitation.by().moment().at().plus(limits.invitation());
    PasswordLinks.insert(sql, invitation.link(), user.id(), end);
    return NewLink.Unlimited.CREATED;
  }

  /**
   * Changes a user from {@code known} to {@code wanted}: name, e-mail address, role, and teams of
   * the organization. Grants for a team that the user leaves end for ever. A change of the address
   * ends every link that was sent to the old one.
   */
  public Outcome change(ManagedUser known, User wanted, Actor actor) {
    RequestMoment now = actor.moment();
    Id.User id = known.user().id();
    boolean steppingDown =
        known.isActiveSuperAdministrator() && wanted.role() != User.Role.SUPER_ADMINISTRATOR;
    var store = database.at(now).locking(id).lockingSuperAdministratorsIf(steppingDown);
    return store.write(sql -> {
      boolean done =
          sql.updateOne(
              """
              UPDATE users
              SET name = ?, email = ?, search_text = ?, role = ?, audits = ?, version = version + 1
              WHERE user_id = ?
                AND version = ?
                AND NOT EXISTS (SELECT 1 FROM users e WHERE e.email = ? AND e.user_id <> users.user_id)
              """
                  + (steppingDown ? AND_ANOTHER_SUPER_ADMINISTRATOR : ""),
              wanted.name(),
              wanted.email(),
              SearchText.of(wanted.name(), wanted.email()),
              StoredRole.of(wanted.role()),
              StoredRole.audits(wanted.role()),
              id,
              known.version(),
              wanted.email());
      Outcome outcome = done ? Outcome.DONE : whyNot(sql, known, wanted.email(), steppingDown);
      if (done) {
        CredentialSearchText.followOwner(sql, database.dialect(), id);
        replaceTeams(sql, wanted, now);
        endWriting(sql, wanted, now);
      }
      if (done && !hasSameRights(known.user(), wanted)) {
        TransferOffers.endOfOthersCredentials(sql, id);
      }
      if (done && !wanted.email().equals(known.user().email())) {
        sql.update("DELETE FROM password_links WHERE user_id = ?", id);
      }
      Optional<String> changes =
          done ? AuditDetail.between(known.user(), wanted) : Optional.empty();
      RefusedActs.recordAct(
          sql,
          done,
          entry(actor, AuditEvent.USER_CHANGE, known).detailed(changes),
          written(outcome));
      return outcome;
    });
  }

  /** Disables a user. All sessions, grants and tokens of the user become inactive at once. */
  public Outcome disable(ManagedUser known, Actor actor) {
    RequestMoment now = actor.moment();
    Id.User id = known.user().id();
    boolean steppingDown = known.isActiveSuperAdministrator();
    var store =
        database
            .at(now)
            .locking(id)
            .lockingSuperAdministratorsIf(steppingDown)
            .using(WriteSpace.ENDING);
    return store.write(sql -> {
      boolean done =
          sql.updateOne(
              """
              UPDATE users
              SET active_since = NULL, version = version + 1, times_disabled = times_disabled + 1
              WHERE user_id = ?
                AND version = ?
                AND active_since IS NOT NULL
              """
                  + (steppingDown ? AND_ANOTHER_SUPER_ADMINISTRATOR : ""),
              id,
              known.version());
      Outcome outcome =
          done ? Outcome.DONE : whyNot(sql, known, known.user().email(), steppingDown);
      if (done) {
        Sessions.endAll(sql, id);
        sql.update("DELETE FROM password_links WHERE user_id = ?", id);
        TransferOffers.endAll(sql, id);
      }
      RefusedActs.recordAct(
          sql,
          done,
          entry(actor, AuditEvent.USER_DISABLE, known).detailed(changedState(sql, known)),
          written(outcome));
      return outcome;
    });
  }

  /**
   * Enables a user. Sessions and grants from before the user was disabled stay inactive
   * (docs/decisions/0006).
   */
  public Outcome enable(ManagedUser known, Actor actor) {
    RequestMoment now = actor.moment();
    var store = database.at(now).locking(known.user().id());
    return store.write(sql -> {
      boolean done =
          sql.updateOne(
              """
              UPDATE users
              SET active_since = ?, version = version + 1
              WHERE user_id = ?
                AND version = ?
                AND active_since IS NULL
              """,
              now.at(),
              known.user().id(),
              known.version());
      Outcome outcome = done ? Outcome.DONE : Outcome.EDIT_CONFLICT;
      RefusedActs.recordAct(
          sql,
          done,
          entry(actor, AuditEvent.USER_ENABLE, known).detailed(changedState(sql, known)),
          written(outcome));
      return outcome;
    });
  }

  /** The change of the state by this write; empty if the write was refused. */
  private static Optional<String> changedState(Sql sql, ManagedUser known) throws SQLException {
    return find(sql, known.user().id())
        .filter(now -> now.version() == known.version() + 1)
        .flatMap(now -> AuditDetail.between(known.state(), now.state()));
  }

  /** The reason for a refusal. The guard has already decided. */
  private static Outcome whyNot(Sql sql, ManagedUser known, String email, boolean steppingDown)
      throws SQLException {
    boolean taken =
        sql.exists(
            "SELECT 1 FROM users WHERE email = ? AND user_id <> ?", email, known.user().id());
    if (taken) {
      return Outcome.EMAIL_TAKEN;
    }
    return steppingDown && isUnchanged(sql, known)
        ? Outcome.LAST_SUPER_ADMINISTRATOR
        : Outcome.EDIT_CONFLICT;
  }

  /** Whether the user still has the version that was read. */
  static boolean isUnchanged(Sql sql, ManagedUser known) throws SQLException {
    return sql.exists(
        "SELECT 1 FROM users WHERE user_id = ? AND version = ?",
        known.user().id(),
        known.version());
  }

  private static boolean hasSameRights(User before, User after) {
    return before.role() == after.role()
        && Set.copyOf(before.teams()).equals(Set.copyOf(after.teams()));
  }

  private static void replaceTeams(Sql sql, User wanted, RequestMoment now) throws SQLException {
    sql.update("DELETE FROM memberships WHERE user_id = ?", wanted.id());
    Directory.join(sql, wanted);
    // A consent locks the user as well. Consents that have committed are seen here; later ones
    // find that the membership has ended.
    sql.update(
        """
        UPDATE grants
        SET ended_at = :now
        WHERE user_id = :user
          AND ended_at IS NULL
          AND team_id NOT IN (SELECT m.team_id FROM memberships m WHERE m.user_id = :user)
        """,
        Map.of("now", now.at(), "user", wanted.id()));
  }

  /** Ends what an auditor has allowed apps to change. A consent of later sees that it is one. */
  private static void endWriting(Sql sql, User wanted, RequestMoment now) throws SQLException {
    if (wanted.role().isAuditor()) {
      sql.update(
          """
          UPDATE grants
          SET ended_at = ?
          WHERE user_id = ?
            AND ended_at IS NULL
            AND (',' || scope) LIKE '%,write:%'
          """,
          now.at(), wanted.id());
    }
  }

  /**
   * Reads a user. The version is read before the other values. If a change happens between the two
   * reads, a later write finds a different version and is refused. In the other order, a form with
   * old values would have the new version and would be accepted.
   */
  private static Optional<ManagedUser> find(Sql sql, Id.User id) throws SQLException {
    Optional<State> state =
        sql.one(
            """
            SELECT password, active_since, created_at, signed_in_at, version
            FROM users
            WHERE user_id = ?
            """,
            row ->
                new State(
                    state(row), row.instant("created_at"), signedInAt(row), row.number("version")),
            id);
    Optional<User> user = Directory.find(sql, id);
    return state.isPresent() && user.isPresent()
        ? Optional.of(state.get().of(user.get()))
        : Optional.empty();
  }

  private record State(
      ManagedUser.State name, Instant createdAt, Optional<Instant> signedInAt, int version) {
    ManagedUser of(User user) {
      return new ManagedUser(user, name, createdAt, signedInAt, version);
    }
  }

  static ManagedUser.State state(Sql.Row row) throws SQLException {
    if (row.maybeInstant("active_since").isEmpty()) {
      return ManagedUser.State.DISABLED;
    }
    return row.text("password").isEmpty() ? ManagedUser.State.INVITED : ManagedUser.State.ACTIVE;
  }

  /** Empty if the person has not signed in since sign-ins are recorded. */
  static Optional<Instant> signedInAt(Sql.Row row) throws SQLException {
    return Optional.of(row.instant("signed_in_at")).filter(Instant.EPOCH::isBefore);
  }

  static AuditEntry entry(Actor actor, AuditEvent event, ManagedUser about) {
    return actor.entry(event).about(about.user().id()).in(about.user().organization());
  }

  private static AuditOutcome written(Outcome outcome) {
    return outcome == Outcome.DONE ? AuditOutcome.OK : AuditOutcome.of(outcome);
  }
}
