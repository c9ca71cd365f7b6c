package dev.latchkey.storage.issued;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.database.Column;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.RowKeys;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.query.BoundedCount;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lists the access that has been issued: the grants of people, each with its pair of tokens, and
 * the tokens of organization credentials. {@link TokenRevocation} ends it.
 */
public record IssuedTokens(Database database) {
  public enum Type {
    GRANT,
    ORGANIZATION_TOKEN
  }

  /**
   * An active grant or organization token. {@code tokenId}: the id of the grant, or the hash of
   * token. {@code email}: that of the person who gave the grant.
   */
  public record Listed(
      String tokenId,
      Type type,
      Id.Client clientId,
      String credential,
      Optional<String> email,
      Scopes scope,
      Instant issuedAt,
      Optional<Instant> expiresAt,
      Optional<Instant> lastUsedAt) {}

  /** A part of the list, and where the next part begins; empty if this is the last. */
  public record Found(List<Listed> tokens, Optional<Position> next) {}

  /**
   * The part of the list after this entry, which may have ended since. Of the entries of one
   * moment, the organization tokens come first, and then the grants, both by their ids.
   */
  public record Position(Instant issuedAt, String id) {
    /** Before the first entry. */
    public static final Position NEWEST =
        new Position(Instant.ofEpochMilli(Long.MAX_VALUE), "0".repeat(2 * SecretHash.BYTES));

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,15})\\.(.+)");

    /** Empty if this text is not {@link #text} of a position. */
    public static Optional<Position> parse(String text) {
      Matcher parts = TEXT.matcher(text);
      if (!parts.matches()) {
        return Optional.empty();
      }
      String id = parts.group(2);
      boolean isEntry = Id.GRANT.parse(id).isPresent() || SecretHash.parse(id).isPresent();
      return isEntry
          ? Optional.of(new Position(Instant.ofEpochMilli(Long.parseLong(parts.group(1))), id))
          : Optional.empty();
    }

    public String text() {
      return issuedAt.toEpochMilli() + "." + id;
    }

    private static Position of(TokenRange.Key key) {
      return new Position(key.at(), key.key());
    }

    private TokenRange.Key key() {
      return new TokenRange.Key(
          Id.GRANT.parse(id).isPresent()
              ? TokenRange.Table.GRANTS
              : TokenRange.Table.ORGANIZATION_TOKENS,
          issuedAt,
          id);
    }
  }

  /** {@code isMore}: whether there are more, because counting stops at a bound. */
  public record Count(int grants, int organizationTokens, boolean isMore) {
    public int total() {
      return grants + organizationTokens;
    }
  }

  /** How many entries are looked at for one answer. Most of them are active. */
  private static final int MOST_READ = 10_000;

  private static final String GRANTS =
      """
      SELECT l.grant_id, l.client_id, c.name, l.email, l.scope, i.consented_at AS issued_at,
          l.ends_at AS expires_at, i.last_used_at
      FROM live_grants l
      JOIN grants i ON i.grant_id = l.grant_id
      JOIN credentials c ON c.client_id = l.client_id
      WHERE l.grant_id {keys}
      """;

  private static final String TOKENS =
      """
      SELECT l.token_hash, l.client_id, c.name, NULL AS email, l.scope, i.issued_at,
          l.ended_at AS expires_at, i.last_used_at
      FROM live_tokens l
      JOIN organization_tokens i ON i.token_hash = l.token_hash
      JOIN credentials c ON c.client_id = l.client_id
      WHERE l.token_hash {keys}
      """;

  /**
   * Those after a position, at most so many, the newest first. There may be fewer although a next
   * part follows, where many entries are inactive but not ended yet.
   */
  public Found find(TokenSelection which, Position after, int most, RequestMoment now) {
    return database.list(sql -> {
      var newest = new NewestTokens(sql, which.whose(), after.key(), MOST_READ + 1);
      var found = new ArrayList<Listed>();
      int read = 0;
      while (read < MOST_READ) {
        List<TokenRange.Key> keys = newest.next(sql, most + 1 - found.size());
        read += keys.size();
        found.addAll(active(sql, keys, now));
        if (found.size() > most) {
          Listed last = found.get(most - 1);
          return new Found(
              List.copyOf(found.subList(0, most)),
              Optional.of(new Position(last.issuedAt(), last.tokenId())));
        }
        if (keys.isEmpty()) {
          return new Found(found, Optional.empty());
        }
      }
      return new Found(found, Optional.of(Position.of(newest.last())));
    });
  }

  /** How many there are, up to {@link BoundedCount#BOUND}. */
  public Count count(TokenSelection which, RequestMoment now) {
    return database.list(sql -> {
      var all = new NewestTokens(sql, which.whose(), Position.NEWEST.key(), MOST_READ + 1);
      var found = new HashMap<String, Type>();
      int read = 0;
      boolean isAtEnd = false;
      while (read < MOST_READ && found.size() <= BoundedCount.BOUND && !isAtEnd) {
        List<TokenRange.Key> keys = all.any(sql, BoundedCount.QUERY_LIMIT);
        read += keys.size();
        isAtEnd = keys.isEmpty();
        active(sql, keys, now).forEach(each -> found.put(each.tokenId, each.type));
      }
      int counted = Math.min(found.size(), BoundedCount.BOUND);
      int grants = Collections.frequency(found.values(), Type.GRANT);
      int tokens = found.size() - grants;
      return new Count(counted - Math.min(tokens, counted), Math.min(tokens, counted), !isAtEnd);
    });
  }

  private static List<Listed> active(Sql sql, List<TokenRange.Key> keys, RequestMoment now)
      throws SQLException {
    List<String> grants = ofTable(TokenRange.Table.GRANTS, keys);
    List<SecretHash> tokens =
        ofTable(TokenRange.Table.ORGANIZATION_TOKENS, keys).stream()
            .map(key -> SecretHash.parse(key).orElseThrow())
            .toList();
    var found = new HashMap<String, Listed>();
    sql.findByKeys(
            GRANTS,
            RowKeys.of(Column.texts(grants, id -> id)),
            row -> listed(row.text("grant_id"), Type.GRANT, row))
        .forEach(each -> found.put(each.tokenId, each));
    sql.findByKeys(
            TOKENS,
            RowKeys.of(tokens),
            row -> listed(row.hash("token_hash").text(), Type.ORGANIZATION_TOKEN, row))
        .forEach(each -> found.put(each.tokenId, each));
    return keys.stream()
        .flatMap(key -> Optional.ofNullable(found.get(key.key())).stream())
        .filter(each -> each.expiresAt.isEmpty() || each.expiresAt.get().isAfter(now.at()))
        .toList();
  }

  private static List<String> ofTable(TokenRange.Table table, List<TokenRange.Key> keys) {
    return keys.stream().filter(key -> key.table() == table).map(TokenRange.Key::key).toList();
  }

  private static Listed listed(String id, Type type, Sql.Row row) throws SQLException {
    return new Listed(
        id,
        type,
        row.client(),
        row.text("name"),
        row.maybeText("email"),
        row.scopes("scope"),
        row.instant("issued_at"),
        row.maybeInstant("expires_at"),
        row.maybeInstant("last_used_at"));
  }
}
