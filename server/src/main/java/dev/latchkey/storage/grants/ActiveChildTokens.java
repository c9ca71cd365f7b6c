package dev.latchkey.storage.grants;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.Actors;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The child tokens that people see on their pages and can end there. While the operator has turned
 * child tokens off, all of them are inactive, and nothing is read.
 */
public record ActiveChildTokens(Database database, Limits limits) {
  /** Newest first. Each list is on a page that shows something else as well. */
  private static final int MAX_LISTED = 50;

  /**
   * Active child tokens. Those whose parent was revoked at the same time as they were created are
   * inactive as well, and left out. Each is looked up by a query for one value, because PostgreSQL
   * may read a whole table into memory for an EXISTS.
   */
  private static final String ACTIVE =
      """
      SELECT t.token_hash, t.parent_hash, t.first_hash, t.actors, t.scope, t.created_at, t.expires_at,
          c.name AS app, o.ending, u.name AS person
      FROM child_tokens t
      JOIN credentials c ON c.client_id = t.client_id
      LEFT JOIN organization_tokens o ON o.token_hash = t.first_hash
      LEFT JOIN users u ON u.user_id = t.user_id
      WHERE t.{whose}
        AND t.expires_at > :now
        AND (t.parent_hash = t.first_hash
            OR (SELECT 1
                FROM child_tokens parent
                WHERE parent.token_hash = t.parent_hash) = 1)
        AND ((SELECT 1
                FROM live_tokens l
                WHERE l.token_hash = t.first_hash
                  AND (l.ended_at IS NULL OR l.ended_at > :now)) = 1
            OR (SELECT 1
                FROM pairs p
                JOIN live_grants g ON g.grant_id = p.grant_id
                WHERE p.access_hash = t.first_hash
                  AND p.rotated_at IS NULL
                  AND p.access_expires_at > :now) = 1)
      """;

  public static final String NEWEST =
      ACTIVE
          + """
          ORDER BY t.created_at DESC
          LIMIT :most
          """;

  private static final String ONE = ACTIVE + "  AND t.token_hash = :token";

  /** Whose child tokens a person sees and ends. */
  public sealed interface Whose {
    /** Those of a credential, as long as it has the owner that it had when it was read. */
    record OfCredential(Credential credential) implements Whose {}

    /** Those with which agents and jobs act for a person. */
    record OfPerson(Id.User user) implements Whose {}

    private String condition() {
      return switch (this) {
        case OfCredential _ -> "client_id = :client";
        case OfPerson _ -> "user_id = :user";
      };
    }

    /** Locks what decides whose they are. False if it has changed since it was read. */
    private boolean lock(Sql sql) throws SQLException {
      return switch (this) {
        case OfCredential(Credential.Personal known) -> Credentials.lock(sql, known);
        case OfCredential(Credential.Organizational _) -> true;
        case OfPerson _ -> true;
      };
    }

    private Map<String, Object> values() {
      return new HashMap<>(
          switch (this) {
            case OfCredential(Credential known) -> Map.of("client", known.clientId());
            case OfPerson(Id.User user) -> Map.of("user", user);
          });
    }
  }

  /**
   * From which token a child token was obtained. {@code ending}: the last characters of an
   * organization token. {@code person}: who has allowed the app, if it is a personal token. {@code
   * isDirect}: whether no other child token is between them.
   */
  public record Origin(
      String app, Optional<String> ending, Optional<String> person, boolean isDirect) {}

  /** An active child token. Forms refer to it by its hash. */
  public record Listed(
      SecretHash hash,
      Actors actors,
      Origin origin,
      Scopes scope,
      Instant createdAt,
      Instant endsAt) {
    private static Listed read(Sql.Row row) throws SQLException {
      SecretHash parent = row.hash("parent_hash");
      return new Listed(
          row.hash("token_hash"),
          Actors.stored(row.text("actors")),
          new Origin(
              row.text("app"),
              row.maybeText("ending"),
              row.maybeText("person"),
              parent.equals(row.hash("first_hash"))),
          row.scopes("scope"),
          row.instant("created_at"),
          row.instant("expires_at"));
    }
  }

  /** The newest ones. {@code hasMore}: whether there are older ones. */
  public record Newest(List<Listed> tokens, boolean hasMore) {
    private static final Newest NONE = new Newest(List.of(), false);

    public Newest {
      tokens = List.copyOf(tokens);
    }
  }

  public Newest of(Whose whose, RequestMoment now) {
    if (!limits.hasChildTokens()) {
      return Newest.NONE;
    }
    Map<String, Object> values = values(whose, now);
    values.put("most", MAX_LISTED + 1);
    String text = NEWEST.replace("{whose}", whose.condition());
    List<Listed> found = database.list(sql -> sql.all(text, Listed::read, values));
    return new Newest(
        found.subList(0, Math.min(MAX_LISTED, found.size())), found.size() > MAX_LISTED);
  }

  public Optional<Listed> find(SecretHash token, Whose whose, RequestMoment now) {
    if (!limits.hasChildTokens()) {
      return Optional.empty();
    }
    Map<String, Object> values = values(whose, now);
    values.put("token", token);
    String text = ONE.replace("{whose}", whose.condition());
    return database.read(sql -> sql.one(text, Listed::read, values));
  }

  private static Map<String, Object> values(Whose whose, RequestMoment now) {
    Map<String, Object> values = whose.values();
    values.put("now", now.at());
    return values;
  }

  /**
   * Ends a child token and those that were obtained from it. False if it has ended before, or does
   * not belong to them.
   */
  public boolean end(SecretHash token, Whose whose, Id.User by, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.ENDING);
    return store.write(sql -> {
      Optional<ChildTokens.TokenOwner> known = ChildTokens.TokenOwner.find(sql, token);
      boolean ended =
          whose.lock(sql) && ChildTokens.isEnded(sql, token, whose.condition(), whose.values());
      if (ended && known.isPresent()) {
        sql.record(known.get().endedBy(by, now));
      }
      return ended;
    });
  }
}
