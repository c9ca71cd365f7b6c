package dev.latchkey.storage.database;

import dev.latchkey.model.Authority;
import dev.latchkey.model.Id;
import dev.latchkey.model.PresentedToken;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SignedIn;
import dev.latchkey.model.person.RightsChanged;
import dev.latchkey.model.process.FairQueue;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes for a request. If the request has a session or a token, a write is made only while that is
 * active and its user has the same rights as when the request was checked. A sensitive act is
 * written only if the sign-in of its session is recent (rule 6.5).
 *
 * <p>The rows of that user, and of the users passed to {@link #locking}, cannot change until the
 * write commits, and the session or token cannot end: its end is either before this write, which is
 * then refused, or after it. They are locked before anything else, in one statement and in the
 * order of their ids. Therefore two writes cannot deadlock: one waits for the other. Everything
 * that depends on those rows is read in later statements. A condition inside the statement that
 * waits for a lock would be evaluated on the state before the wait.
 */
public record RequestWrites(
    Database database,
    RequestMoment now,
    List<Id.User> users,
    boolean superAdministrators,
    WriteSpace space) {

  /** The number of a lock of PostgreSQL. */
  private static final long WRITES_FOR_TOKENS = 0x746f_6b65_6eL;

  public RequestWrites locking(Id.User... persons) {
    return new RequestWrites(database, now, List.of(persons), superAdministrators, space);
  }

  public RequestWrites locking(Optional<Id.User> person) {
    return new RequestWrites(database, now, person.stream().toList(), superAdministrators, space);
  }

  /**
   * Locks all super administrators as well. Otherwise two of them could disable each other at the
   * same moment, and each write would find that the other one is still active. On PostgreSQL a
   * condition with EXISTS does not prevent that, because it locks nothing (write skew).
   */
  public RequestWrites lockingSuperAdministratorsIf(boolean wanted) {
    return new RequestWrites(database, now, users, wanted, space);
  }

  /** Allows the write to use this part of the space when the store is nearly full. */
  public RequestWrites using(WriteSpace newSpace) {
    return new RequestWrites(database, now, users, superAdministrators, newSpace);
  }

  /** Reads for a caller who may be a stranger. Other reads need no turn: checks share one. */
  public <T> T read(Database.Work<T> work) {
    return database.inTurn(FairQueue.Caller.of(now), () -> database.read(work));
  }

  public <T> T write(Database.Work<T> work) {
    return database.inTurn(FairQueue.Caller.of(now), () -> writeNow(work));
  }

  /** Makes a write that has no result. */
  public void run(Database.Act act) {
    write(sql -> {
      act.on(sql);
      return true;
    });
  }

  private <T> T writeNow(Database.Work<T> work) {
    return database.write(
        space,
        sql -> {
          if (now.authority().filter(PresentedToken.class::isInstance).isPresent()) {
            lock(sql, "SELECT pg_advisory_xact_lock_shared(?)", WRITES_FOR_TOKENS);
          }
          List<Id.User> locked =
              Stream.concat(users.stream(), now.authority().flatMap(Authority::person).stream())
                  .toList();
          if (!locked.isEmpty() || superAdministrators) {
            lock(sql, locked);
          }
          if (now.authority().isPresent() && !isStillAllowed(sql, now.authority().get())) {
            throw new RightsChanged();
          }
          return work.on(sql);
        });
  }

  /**
   * Everything was revoked, in a write that has committed: waits for the writes that are still made
   * for a token, because they may have found it active before. They share a lock, and this needs it
   * alone, so it waits for those that have begun and no others.
   */
  public static void awaitTokens(Database database) {
    switch (database.dialect()) {
      case SQLITE -> {
        // SQLite has one writer, which makes one write after the other.
      }
      case POSTGRESQL ->
          database.write(
              WriteSpace.ENDING,
              sql -> sql.exists("SELECT 1 FROM pg_advisory_xact_lock(?)", WRITES_FOR_TOKENS));
    }
  }

  private void lock(Sql sql, List<Id.User> locked) throws SQLException {
    lock(
        sql,
        """
        SELECT user_id
        FROM users
        WHERE user_id = ANY (?){also}
        ORDER BY user_id
        FOR NO KEY UPDATE
        """
            .replace("{also}", superAdministrators ? " OR role = 'SUPER_ADMINISTRATOR'" : ""),
        Column.texts(locked, person -> person));
  }

  private static void lock(Sql sql, String text, Object value) throws SQLException {
    switch (sql.dialect()) {
      case SQLITE -> {
        // SQLite has one writer, which makes one write after the other.
      }
      case POSTGRESQL -> sql.all(text, row -> true, value);
    }
  }

  /**
   * Keeps rows of these tables from being changed until the write commits. The lock is one that a
   * single write can have, although the write changes nothing there. PostgreSQL grants such locks
   * in turn. A lock that writes share ({@code FOR SHARE}) is granted past a change that waits, so
   * the holder of a leaked token could delay its end for ever by writing without a pause.
   */
  private static String keeping(Sql sql, String tables) {
    return switch (sql.dialect()) {
      case SQLITE -> "";
      case POSTGRESQL -> "FOR NO KEY UPDATE OF " + tables;
    };
  }

  private boolean isStillAllowed(Sql sql, Authority authority) throws SQLException {
    return switch (authority) {
      case SignedIn session -> hasSameRights(sql, session);
      case PresentedToken.OfPerson token -> hasSameRights(sql, token);
      case PresentedToken.OfOrganization token -> isActive(sql, token);
    };
  }

  private static boolean hasSameRights(Sql sql, PresentedToken.OfPerson token) throws SQLException {
    return sql.exists(
        """
        SELECT 1
        FROM pairs p
        JOIN live_grants g ON g.grant_id = p.grant_id
        JOIN users u ON u.user_id = g.user_id
        WHERE p.access_hash = ?
          AND p.rotated_at IS NULL
          AND u.user_id = ?
          AND u.version = ?
        """
            + keeping(sql, "p, g"),
        token.hash(),
        token.user(),
        token.version());
  }

  private boolean isActive(Sql sql, PresentedToken.OfOrganization token) throws SQLException {
    return sql.exists(
        """
        SELECT 1
        FROM live_tokens t
        WHERE t.token_hash = ?
          AND (t.ended_at IS NULL OR t.ended_at > ?)
        """
            + keeping(sql, "t"),
        token.hash(),
        now.at());
  }

  private static boolean hasSameRights(Sql sql, SignedIn session) throws SQLException {
    return sql.exists(
        """
        SELECT 1
        FROM sessions s
        JOIN users u ON u.user_id = s.user_id
        WHERE s.session_hash = ?
          AND s.signed_in_at >= ?
          AND u.user_id = ?
          AND u.version = ?
          AND u.active_since IS NOT NULL
          AND u.times_disabled = s.times_disabled
        """
            + keeping(sql, "s"),
        session.session(),
        session.since(),
        session.user(),
        session.version());
  }
}
