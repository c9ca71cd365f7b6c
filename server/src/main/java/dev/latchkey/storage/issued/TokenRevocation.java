package dev.latchkey.storage.issued;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.RequestWrites;
import dev.latchkey.storage.database.RevokedTimes;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.issued.TokenSelection.Whose;
import dev.latchkey.storage.people.Directory;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Revokes many tokens, or one. Everything that was issued before the call has ended when it
 * returns, on every node and by every clock. Tokens that are issued while it runs stay active.
 *
 * <p>All tokens of a credential, of an organization or of the platform end in one write, however
 * many there are ({@link RevokedTimes}, docs/decisions/0095). Their rows get an end as well, in
 * short writes that follow: {@link #CLEARED_AT_ONCE} of them before the call returns, and the
 * others in the background.
 *
 * <p>Other selections first read the newest selected row, and then each row up to its time once, in
 * the order of an index. What was committed before the call is not newer than that row, by any
 * clock. Reading until nothing is left would not end while people allow the app again.
 *
 * <p>They end a page of rows in one write, between which other requests write. The first write
 * checks the right of the caller and records the act. The others follow without that check, because
 * the caller's own token may be among those that end. If the process stops before the last write,
 * some tokens are left, and the same call ends them.
 */
public record TokenRevocation(Database database) {
  /** Beyond this number the answer only says that there are more. */
  public static final int CLEARED_AT_ONCE = 10_000;

  /**
   * How many have ended, of those that were active by the clock of this node. The codes and the
   * tokens of a grant end with it. Sessions and one-time links end only with everything else.
   * {@code isMore}: whether more grants and organization tokens have ended than were counted.
   */
  public record Ended(int grants, int organizationTokens, int sessions, int links, boolean isMore) {
    private static final Ended NONE = new Ended(0, 0, 0, 0, false);
    private static final Ended MORE = new Ended(0, 0, 0, 0, true);

    Ended plus(Ended more) {
      return new Ended(
          grants + more.grants,
          organizationTokens + more.organizationTokens,
          sessions + more.sessions,
          links + more.links,
          isMore || more.isMore);
    }
  }

  /**
   * Empty, and nothing has ended, if the credential was deleted or has another owner since it was
   * read.
   */
  public Optional<Ended> end(TokenSelection which, RequestMoment now) {
    return end(which, now, grants -> {});
  }

  /** The same. {@code progress} is told how many grants have ended so far. */
  public Optional<Ended> end(TokenSelection which, RequestMoment now, IntConsumer progress) {
    return which.everythingOf().isPresent()
        ? endEverything(which, which.everythingOf().get(), now)
        : endEach(which, now, progress);
  }

  private Optional<Ended> endEverything(TokenSelection which, String subject, RequestMoment now) {
    boolean isEnded =
        database
            .at(now)
            .using(WriteSpace.ENDING)
            .write(sql -> {
              if (!isUnchanged(sql, which.whose())) {
                return false;
              }
              count(sql, subject, now.at());
              sql.record(entry(sql, which, now));
              return true;
            });
    if (!isEnded) {
      return Optional.empty();
    }
    RequestWrites.awaitTokens(database);
    Ended signIns =
        which.whose() instanceof Whose.Everyone ? endSignInsOfEveryone(subject, now) : Ended.NONE;
    return Optional.of(signIns.plus(clearAtOnce(subject, now)));
  }

  /**
   * Ends everything that {@link RevokedTimes} covers: the number that their rows have stored is not
   * the present one any more.
   */
  static void count(Sql sql, String subject, Instant now) throws SQLException {
    sql.update(
        """
        INSERT INTO revocations (subject, times_revoked, revoked_at)
        VALUES (?, 1, ?)
        ON CONFLICT (subject) DO UPDATE
        SET times_revoked = revocations.times_revoked + 1, revoked_at = excluded.revoked_at
        """,
        subject,
        now);
  }

  /** Tokens that someone has obtained by a session or a link in the meantime end with it. */
  private Ended endSignInsOfEveryone(String subject, RequestMoment now) {
    Ended signIns = new SignInsOfEveryone(database).end(Optional.empty());
    var store = database.at(now.withoutAuthority()).using(WriteSpace.ENDING);
    store.run(sql -> count(sql, subject, now.at()));
    RequestWrites.awaitTokens(database);
    return signIns;
  }

  /** The tokens are inactive already, so a failure here leaves the rest to the background. */
  private Ended clearAtOnce(String subject, RequestMoment now) {
    var store = database.at(now.withoutAuthority()).using(WriteSpace.ENDING);
    var selected = SelectedTokens.revoked(database, subject);
    Ended ended = Ended.NONE;
    try {
      for (int rows = 0; rows < CLEARED_AT_ONCE; rows += SelectedTokens.PAGE) {
        SelectedTokens.Page page = selected.next();
        if (page.isEmpty()) {
          return ended;
        }
        ended = ended.plus(store.write(sql -> page.end(sql, now.at())));
      }
      return selected.next().isEmpty() ? ended : ended.plus(Ended.MORE);
    } catch (StorageFault hindered) {
      return ended.plus(Ended.MORE);
    }
  }

  private Optional<Ended> endEach(TokenSelection which, RequestMoment now, IntConsumer progress) {
    SelectedTokens selected =
        which
            .issuedBefore()
            .map(time -> SelectedTokens.issuedBefore(database, which.whose(), time))
            .orElseGet(() -> SelectedTokens.untilNow(database, which.whose()));
    SelectedTokens.Page first = selected.next();
    Optional<Ended> begun =
        database.at(now).using(WriteSpace.ENDING).write(sql -> begin(sql, which, first, now));
    if (begun.isEmpty()) {
      return Optional.empty();
    }
    var store = database.at(now.withoutAuthority()).using(WriteSpace.ENDING);
    Ended ended = begun.get();
    if (which.whose() instanceof Whose.Everyone) {
      ended = ended.plus(new SignInsOfEveryone(database).end(which.issuedBefore()));
    }
    progress.accept(ended.grants());
    for (var page = selected.next(); !page.isEmpty(); page = selected.next()) {
      SelectedTokens.Page next = page;
      ended = ended.plus(store.write(sql -> next.end(sql, now.at())));
      progress.accept(ended.grants());
    }
    return Optional.of(ended);
  }

  private static Optional<Ended> begin(
      Sql sql, TokenSelection which, SelectedTokens.Page first, RequestMoment now)
      throws SQLException {
    if (!isUnchanged(sql, which.whose())) {
      return Optional.empty();
    }
    Ended ended = first.end(sql, now.at());
    sql.record(entry(sql, which, now));
    return Optional.of(ended);
  }

  /** Keeps the credential from being transferred before the act is recorded. */
  private static boolean isUnchanged(Sql sql, Whose whose) throws SQLException {
    return switch (whose) {
      case Whose.OfCredential(Credential known) -> Credentials.lock(sql, known);
      case Whose.OfPersonToApp(Id.User _, Credential.Personal known) ->
          Credentials.lock(sql, known);
      case Whose.OneGrantToApp(Id.Grant _, Credential.Personal known) ->
          Credentials.lock(sql, known);
      case Whose.Everyone _ -> true;
      case Whose.OfOrganization _ -> true;
      case Whose.OfPerson _ -> true;
      case Whose.OneGrant _ -> true;
      case Whose.OneOrganizationToken _ -> true;
    };
  }

  private static AuditEntry entry(Sql sql, TokenSelection which, RequestMoment now)
      throws SQLException {
    AuditEntry entry =
        AuditEntry.of(now, event(which.whose()), AuditOutcome.OK)
            .detailed(which.issuedBefore().flatMap(AuditDetail::ofIssuedBefore));
    return switch (which.whose()) {
      case Whose.Everyone _ -> entry;
      case Whose.OfOrganization(Id.Organization id) -> entry.in(id);
      case Whose.OfCredential(Credential known) ->
          entry.about(known.clientId()).in(known.organization());
      case Whose.OfPerson(Id.User id) ->
          Directory.find(sql, id)
              .map(user -> entry.about(id).in(user.organization()))
              .orElse(entry);
      case Whose.OfPersonToApp(Id.User person, Credential.Personal known) ->
          entry.about(person).about(known.clientId()).in(known.organization());
      case Whose.OneGrant(Id.Grant id) ->
          clientOf(sql, "grants WHERE grant_id = ?", id).map(entry::about).orElse(entry);
      case Whose.OneGrantToApp(Id.Grant id, Credential.Personal known) ->
          giverOf(sql, id)
              .map(entry::about)
              .orElse(entry)
              .about(known.clientId())
              .in(known.organization());
      case Whose.OneOrganizationToken(SecretHash token) ->
          clientOf(sql, "organization_tokens WHERE token_hash = ?", token)
              .map(entry::about)
              .orElse(entry);
    };
  }

  private static AuditEvent event(Whose whose) {
    return switch (whose) {
      case Whose.Everyone _ -> AuditEvent.REVOKE_ISSUED_BEFORE;
      case Whose.OfOrganization _ -> AuditEvent.ORGANIZATION_TOKENS_REVOKE;
      case Whose.OfCredential _ -> AuditEvent.ACCESS_END_ALL;
      case Whose.OfPerson _ -> AuditEvent.USER_TOKENS_REVOKE;
      case Whose.OfPersonToApp _, Whose.OneGrantToApp _ -> AuditEvent.ACCESS_END;
      case Whose.OneGrant _ -> AuditEvent.GRANT_END;
      case Whose.OneOrganizationToken _ -> AuditEvent.TOKEN_REVOKE;
    };
  }

  private static Optional<Id.User> giverOf(Sql sql, Id.Grant grant) throws SQLException {
    return sql.one("SELECT user_id FROM grants WHERE grant_id = ?", Sql.Row::user, grant);
  }

  private static Optional<Id.Client> clientOf(Sql sql, String where, Object key)
      throws SQLException {
    return sql.one("SELECT client_id FROM " + where, Sql.Row::client, key);
  }
}
