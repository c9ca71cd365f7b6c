package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.event.SealedMail;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.limit.RefusedActs;
import dev.latchkey.storage.limit.Throttle;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * One-time links with which a person chooses a password: invitations and resets. A link that an
 * administrator creates replaces the previous link of an administrator. Links that are requested
 * without a sign-in exist side by side and replace none, because a stranger may have requested
 * them. The first link that is used ends all others. So does disabling the user or changing the
 * e-mail address.
 */
public final class PasswordLinks {
  private final Database database;
  private final Limits limits;

  public PasswordLinks(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  /**
   * Creates a link. It is a conflict if the person is disabled or was changed since the page was
   * shown.
   */
  public NewLink create(Secret.PasswordLink link, ManagedUser whom, Actor.Authenticated actor) {
    var store = database.at(actor.moment()).locking(whom.user().id());
    return store.write(sql -> {
      Optional<Duration> wait = Throttles.ofLinks(whom.user()).take(sql, actor.moment().at());
      NewLink.Unlimited created = create(sql, new Wanted(link, whom, actor), wait.isEmpty());
      return wait.<NewLink>map(NewLink.Throttled::new).orElse(created);
    });
  }

  /** The same by an operator, who may create any number of links. */
  public NewLink.Unlimited create(
      Secret.PasswordLink link, ManagedUser whom, Actor.Operator operator) {
    var store = database.at(operator.moment()).locking(whom.user().id());
    return store.write(sql -> create(sql, new Wanted(link, whom, operator), true));
  }

  private record Wanted(Secret.PasswordLink link, ManagedUser whom, Actor by) {}

  private NewLink.Unlimited create(Sql sql, Wanted wanted, boolean isAllowed) throws SQLException {
    ManagedUser whom = wanted.whom();
    Id.User user = whom.user().id();
    boolean unchanged =
        sql.exists(
            """
            SELECT 1
            FROM users
            WHERE user_id = ?
              AND version = ?
              AND active_since IS NOT NULL
            """,
            user,
            whom.version());
    boolean created = unchanged && isAllowed;
    if (created) {
      sql.update(
          "DELETE FROM password_links WHERE user_id = ? AND made_by = ?",
          user,
          MadeBy.ADMINISTRATOR);
      insert(sql, wanted.link(), user, endOf(whom.state(), wanted.by().moment()));
    }
    RefusedActs.recordAct(
        sql,
        created,
        UserAdministration.entry(wanted.by(), AuditEvent.PASSWORD_LINK_CREATE, whom),
        unchanged ? AuditOutcome.TOO_SOON : AuditOutcome.EDIT_CONFLICT);
    return created ? NewLink.Unlimited.CREATED : NewLink.Unlimited.CONFLICT;
  }

  /** When a link that is created now expires. */
  public Instant endOf(ManagedUser.State state, RequestMoment now) {
    return now.at().plus(state == ManagedUser.State.INVITED ? limits.invitation() : limits.reset());
  }

  /** The user whose password an active link can set. Reading a link does not use it up. */
  public Optional<User> open(Secret.PasswordLink link, RequestMoment now) {
    return database.read(sql -> {
      Optional<Id.User> user =
          sql.one(
              """
              SELECT l.user_id
              FROM password_links l
              JOIN users u ON u.user_id = l.user_id
                AND u.active_since IS NOT NULL
              WHERE l.link_hash = ?
                AND l.expires_at > ?
              """,
              row -> new Id.User(row.text("user_id")),
              link.hash(),
              now.at());
      return user.isPresent() ? Directory.find(sql, user.get()) : Optional.empty();
    });
  }

  /**
   * Sets the password and ends every session of the person. False if the link was used before. The
   * second factor stays, because access to the mailbox is only one factor.
   */
  public boolean spend(
      Secret.PasswordLink link, User user, PasswordHash chosen, RequestMoment now) {
    var store = database.at(now).locking(user.id());
    return store.write(sql -> {
      boolean first =
          sql.updateOne(
                  """
                  DELETE FROM password_links
                  WHERE link_hash = ?
                    AND user_id = ?
                    AND expires_at > ?
                  """,
                  link.hash(),
                  user.id(),
                  now.at())
              && sql.updateOne(
                  """
                  UPDATE users
                  SET password = ?
                  WHERE user_id = ?
                    AND active_since IS NOT NULL
                  """,
                  chosen.text(),
                  user.id());
      if (first) {
        sql.update("DELETE FROM password_links WHERE user_id = ?", user.id());
        Sessions.endAll(sql, user.id());
      }
      RefusedActs.recordAct(
          sql,
          first,
          Optional.of(user.id()),
          AuditEntry.of(
                  now, AuditEvent.PASSWORD_RESET, first ? AuditOutcome.OK : AuditOutcome.LINK_SPENT)
              .by(user.id())
              .in(user.organization()));
      return first;
    });
  }

  /** The result of a request by a person who is not signed in. */
  public sealed interface Forgotten {
    record Throttled(Duration retryAfter) implements Forgotten {}

    /** The link was created, and its mail waits. It works until {@code end}. */
    record Known(User user, Instant end) implements Forgotten {}

    /**
     * There is no account whose password can be reset this way, or it has just received such a
     * message.
     */
    record Unknown() implements Forgotten {}
  }

  /**
   * Creates a reset link for a person who is not signed in. The requests of a network and the
   * messages to an account are limited. Because of the limit for an account, only a few links are
   * active at once, so no link has to end when a new one is created. A person whose request is
   * refused by that limit already has a link in the mailbox. {@code letter}: the mail with the
   * link.
   */
  public Forgotten forgotten(
      EmailAddress email,
      Secret.PasswordLink link,
      Function<Forgotten.Known, SealedMail> letter,
      RequestMoment now) {
    Optional<Id.User> found = database.read(sql -> Directory.findByEmail(sql, email.text()));
    var store = database.at(now).locking(found);
    return store.write(sql -> {
      var caller = Throttle.forgotten(now.network(), limits.wrongPasswordsPerMinute());
      if (!caller.take(sql, now.at())) {
        return new Forgotten.Throttled(caller.wait(sql, now.at()).orElse(Duration.ofSeconds(1)));
      }
      boolean allowed =
          Throttle.resetMails(email, now.network(), limits.reset()).take(sql, now.at())
              && Throttle.resetMails(email, limits.reset()).take(sql, now.at());
      Optional<User> user =
          found.isPresent() && isResettable(sql, found.get(), email)
              ? Directory.find(sql, found.get())
              : Optional.empty();
      var entry =
          AuditEntry.of(
              now,
              AuditEvent.PASSWORD_LINK_CREATE,
              !allowed
                  ? AuditOutcome.TOO_SOON
                  : user.isPresent() ? AuditOutcome.FORGOTTEN : AuditOutcome.ACCOUNT_UNKNOWN);
      if (!allowed || user.isEmpty()) {
        RefusedActs.recordUnproven(
            sql, user.map(User::id), user.map(known -> entry.about(known.id())).orElse(entry));
        return new Forgotten.Unknown();
      }
      sql.record(entry.about(user.get().id()));
      Instant end = now.at().plus(limits.reset());
      insert(sql, link, user.get().id(), MadeBy.FORGOTTEN, end);
      var known = new Forgotten.Known(user.get(), end);
      sql.add(letter.apply(known), now);
      return known;
    });
  }

  /**
   * Checks the account while the user is locked, because the message goes to this address and it
   * must still belong to the user.
   */
  private static boolean isResettable(Sql sql, Id.User user, EmailAddress email)
      throws SQLException {
    return sql.exists(
        """
        SELECT 1
        FROM users
        WHERE user_id = ?
          AND email = ?
          AND active_since IS NOT NULL
          AND password <> ''
        """,
        user,
        email.text());
  }

  /** Inserts a link of an administrator for a person who has none. */
  static void insert(Sql sql, Secret.PasswordLink link, Id.User user, Instant end)
      throws SQLException {
    insert(sql, link, user, MadeBy.ADMINISTRATOR, end);
  }

  private static void insert(
      Sql sql, Secret.PasswordLink link, Id.User user, MadeBy by, Instant end) throws SQLException {
    sql.update(
        """
        INSERT INTO password_links (link_hash, user_id, made_by, expires_at)
        VALUES (?, ?, ?, ?)
        """,
        link.hash(),
        user,
        by,
        end);
  }

  private enum MadeBy {
    ADMINISTRATOR,
    FORGOTTEN
  }
}
