package dev.latchkey.storage.grants;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.Actors;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.storage.checks.ChildLookup;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.limit.RefusedActs;
import dev.latchkey.storage.pairs.Revoked;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Creates and revokes child tokens (RFC 8693, docs/decisions/0063). Nothing is written here when
 * the parent of a child token ends: {@link ChildLookup} finds the end of the parent.
 */
public record ChildTokens(Database database, Limits limits) {
  /** A personal token that is active, with a lock on its grant: see {@link #lock}. */
  private static final String ACTIVE_PERSONAL =
      """
      FROM pairs p
      JOIN live_grants g ON g.grant_id = p.grant_id
      WHERE p.access_hash = :first
        AND p.rotated_at IS NULL
        AND p.access_expires_at > :now
      """;

  private static final String ACTIVE_ORGANIZATIONAL =
      """
      FROM live_tokens t
      WHERE t.token_hash = :first
        AND (t.ended_at IS NULL OR t.ended_at > :now)
      """;

  private static final String CREATE =
      """
      INSERT INTO child_tokens (token_hash, parent_hash, first_hash, first_kind, client_id, user_id, scope, actors,
          created_at, expires_at)
      SELECT :token, :parent, :first, :kind, :client, :user, :scope, :actors, :now, :end
      {active}
        AND (:parent = :first
            OR EXISTS (SELECT 1
                FROM child_tokens parent
                WHERE parent.token_hash = :parent
                  AND parent.expires_at > :now))
        AND (SELECT COUNT(*)
            FROM child_tokens other
            WHERE other.first_hash = :first
              AND other.expires_at > :now) < :number
      """;

  /**
   * Deletes a child token, and those that were obtained from it. {@code {whose}} is the condition
   * under which the caller may end it.
   */
  private static final String REVOKE =
      """
      DELETE FROM child_tokens
      WHERE token_hash IN (
          WITH RECURSIVE chain (token_hash, first_hash) AS (
              SELECT token_hash, first_hash
              FROM child_tokens
              WHERE token_hash = :token
                AND {whose}
              UNION ALL
              SELECT t.token_hash, t.first_hash
              FROM chain c
              JOIN child_tokens t ON t.first_hash = c.first_hash AND t.parent_hash = c.token_hash)
          SELECT token_hash FROM chain)
      """;

  /** The active token that a caller holds. */
  public record Parent(TokenKey key, LiveToken token) {
    private TokenKey first() {
      return switch (token.root()) {
        case TokenRoot.Child child -> child.first();
        case TokenRoot.Origin _ -> key;
      };
    }

    private Actors actors() {
      return switch (token.root()) {
        case TokenRoot.Child child -> child.actors();
        case TokenRoot.Origin _ -> Actors.NONE;
      };
    }

    private Optional<Id.User> user() {
      return switch (token.subject()) {
        case Id.User user -> Optional.of(user);
        case Id.VirtualAdministrator _ -> Optional.empty();
      };
    }

    private AuditEntry audit(RequestMoment now, AuditOutcome outcome) {
      AuditEntry entry =
          AuditEntry.of(now, AuditEvent.CHILD_TOKEN_CREATE, outcome)
              .about(token.client())
              .in(token.organization());
      AuditEntry withUser = user().map(entry::by).orElse(entry);
      return token.team().map(withUser::in).orElse(withUser);
    }
  }

  /**
   * What the holder asks for. {@code client} is the credential that the caller says it is; the
   * actor is that credential if none is named.
   */
  public record Requested(
      Optional<Id.Client> client,
      Optional<Scopes> scope,
      Optional<String> actor,
      Optional<Duration> life) {}

  /** The result of a request for a child token. */
  public sealed interface Created {
    record Issued(Secret.Child token, Scopes scope, Scopes.Separator separator, Duration life)
        implements Created {}

    enum Refused implements Created {
      DEAD,
      NOT_ITS_OWN,
      ADDRESS_NOT_ALLOWED,
      SCOPE_WIDER,
      TOO_DEEP,
      TOO_MANY_CHILDREN
    }
  }

  /**
   * Creates a child token. Its scope is at most that of the parent, and it ends with the parent at
   * the latest.
   */
  public Created create(Parent parent, Requested wish, Secret.Child fresh, RequestMoment now) {
    Scopes scope = wish.scope().orElse(parent.token.scope());
    Actors actors = parent.actors().with(wish.actor().orElse(parent.token.client().value()));
    Duration longest = limits.childToken();
    Duration life = wish.life().filter(asked -> asked.compareTo(longest) < 0).orElse(longest);
    Instant end = parent.token.life().endBy(now.at().plus(life));

    var values =
        Values.of("token", fresh.hash())
            .and("parent", parent.key.hash())
            .and("first", parent.first().hash())
            .and("kind", parent.first().kind())
            .and("client", parent.token.client())
            .and("user", parent.user())
            .and("scope", scope.joined(Scopes.Separator.SPACE))
            .and("actors", actors.text())
            .and("end", end)
            .and("now", now.at())
            .and("number", limits.childTokens());
    var store = database.at(now);
    return store.write(sql -> {
      Optional<Created.Refused> flaw = flaw(parent, wish, scope, now);
      Optional<Created.Refused> refused = flaw.isPresent() ? flaw : insert(sql, parent, values);
      if (refused.isPresent()) {
        RefusedActs.record(
            sql, parent.token.client(), parent.audit(now, AuditOutcome.of(refused.get())));
        return refused.get();
      }
      sql.record(parent.audit(now, AuditOutcome.OK).detailed(AuditDetail.ofChild(actors, scope)));
      return new Created.Issued(
          fresh, scope, parent.token.separator(), Duration.between(now.at(), end));
    });
  }

  /** Why a child token is refused because of what the caller presents. */
  private Optional<Created.Refused> flaw(
      Parent parent, Requested wish, Scopes scope, RequestMoment now) {
    if (!parent.token.isAllowedFrom(now.address())) {
      return Optional.of(Created.Refused.ADDRESS_NOT_ALLOWED);
    }
    if (wish.client().isPresent() && !wish.client().get().equals(parent.token.client())) {
      return Optional.of(Created.Refused.NOT_ITS_OWN);
    }
    if (!parent.token.scope().covers(scope)) {
      return Optional.of(Created.Refused.SCOPE_WIDER);
    }
    return parent.actors().depth() < limits.childTokenDepth()
        ? Optional.empty()
        : Optional.of(Created.Refused.TOO_DEEP);
  }

  /** Inserts the row, unless the parent has ended or has too many child tokens. */
  private Optional<Created.Refused> insert(Sql sql, Parent parent, Map<String, Object> values)
      throws SQLException {
    lock(sql, parent.token.root().origin());
    String active =
        switch (parent.token.root().origin()) {
          case TokenRoot.Grant _ -> ACTIVE_PERSONAL;
          case TokenRoot.Standalone _ -> ACTIVE_ORGANIZATIONAL;
        };
    if (sql.updateOne(CREATE.replace("{active}", active.strip()), values)) {
      return Optional.empty();
    }
    return Optional.of(
        isFull(sql, values) ? Created.Refused.TOO_MANY_CHILDREN : Created.Refused.DEAD);
  }

  /**
   * Locks the row on which all child tokens of a chain depend, so that they are counted one after
   * the other. No check reads the column, so no cached value becomes invalid.
   */
  private static void lock(Sql sql, TokenRoot.Origin origin) throws SQLException {
    switch (origin) {
      case TokenRoot.Grant grant ->
          sql.update(
              "UPDATE grants SET last_used_at = last_used_at WHERE grant_id = ?", grant.id());
      case TokenRoot.Standalone itself ->
          sql.update(
              "UPDATE organization_tokens SET last_used_at = last_used_at WHERE token_hash = ?",
              itself.hash());
    }
  }

  private boolean isFull(Sql sql, Map<String, Object> values) throws SQLException {
    int active =
        sql.one(
                """
                SELECT COUNT(*) AS active
                FROM child_tokens
                WHERE first_hash = ?
                  AND expires_at > ?
                """,
                row -> row.number("active"),
                values.get("first"),
                values.get("now"))
            .orElse(0);
    return active >= limits.childTokens();
  }

  /** A child token that a client has presented. */
  record TokenOwner(Id.Client client, Optional<Id.User> user, Actors actors) {
    static TokenOwner read(Sql.Row row) throws SQLException {
      return new TokenOwner(
          row.client(),
          row.maybeText("user_id").map(Id.User::new),
          Actors.stored(row.text("actors")));
    }

    static Optional<TokenOwner> find(Sql sql, SecretHash token) throws SQLException {
      return sql.one(
          "SELECT client_id, user_id, actors FROM child_tokens WHERE token_hash = ?",
          TokenOwner::read,
          token);
    }

    AuditEntry audit(RequestMoment now, AuditOutcome outcome) {
      AuditEntry entry = entry(now, outcome);
      return user.map(entry::by).orElse(entry);
    }

    /** A person has ended it on a page. */
    AuditEntry endedBy(Id.User person, RequestMoment now) {
      AuditEntry entry = entry(now, AuditOutcome.OK).by(person);
      return user.filter(other -> !other.equals(person)).map(entry::about).orElse(entry);
    }

    private AuditEntry entry(RequestMoment now, AuditOutcome outcome) {
      return AuditEntry.of(now, AuditEvent.CHILD_TOKEN_REVOKE, outcome)
          .about(client)
          .detailed(AuditDetail.ofChild(actors, Scopes.NONE));
    }
  }

  /**
   * Ends a child token under a condition, with those that were obtained from it. False if there is
   * no such row.
   */
  public static boolean isEnded(Sql sql, SecretHash token, String whose, Map<String, ?> values)
      throws SQLException {
    var all = Values.copyOf(values).and("token", token);
    return sql.update(REVOKE.replace("{whose}", whose), all) > 0;
  }

  /** Ends a child token and those that were obtained from it (RFC 7009). */
  public Revoked revoke(Secret.Child token, Id.Client by, RequestMoment now) {
    SecretHash hash = token.hash();
    var store = database.at(now).using(WriteSpace.ENDING);
    return store.write(sql -> {
      Optional<TokenOwner> presented = TokenOwner.find(sql, hash);
      boolean ended = isEnded(sql, hash, "client_id = :client", Map.of("client", by));
      if (presented.isEmpty()) {
        return Revoked.UNKNOWN;
      }
      if (!presented.get().client.equals(by)) {
        RefusedActs.record(sql, by, presented.get().audit(now, AuditOutcome.NOT_ITS_OWN).about(by));
        return Revoked.OF_ANOTHER_CREDENTIAL;
      }
      if (!ended) {
        RefusedActs.record(sql, by, presented.get().audit(now, AuditOutcome.DEAD));
        return Revoked.INACTIVE;
      }
      sql.record(presented.get().audit(now, AuditOutcome.OK));
      return Revoked.ENDED;
    });
  }
}
