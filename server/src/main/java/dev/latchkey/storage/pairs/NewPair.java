package dev.latchkey.storage.pairs;

import dev.latchkey.model.Limits;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.model.token.TokenResponse;
import dev.latchkey.storage.database.Column;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Optional;

/**
 * A new pair of tokens. It is issued for a code or for an older pair, and it expires with its grant
 * at the latest.
 */
public record NewPair(LiveGrant grant, Allowance allowance, TokenPair tokens, Times times) {
  /** When the tokens of a pair are issued, and when they expire. */
  record Times(Instant issuedAt, Instant accessEnd, Instant refreshEnd) {
    static Times from(Instant at, Limits limits) {
      Instant issuedAt = at.truncatedTo(ChronoUnit.SECONDS);
      return new Times(
          issuedAt, issuedAt.plus(limits.accessToken()), issuedAt.plus(limits.refreshToken()));
    }

    /** The same, but no token outlives its grant. */
    Times within(Instant grantEnd) {
      return new Times(issuedAt, earlier(accessEnd, grantEnd), earlier(refreshEnd, grantEnd));
    }

    int expiresIn() {
      return (int) Duration.between(issuedAt, accessEnd).toSeconds();
    }

    private static Instant earlier(Instant one, Instant other) {
      return one.isBefore(other) ? one : other;
    }
  }

  /** Reads what a statement has stored for these tokens: the answer says the same as the row. */
  static NewPair read(Sql.Row row, LiveGrant grant, TokenPair tokens, Instant issuedAt)
      throws SQLException {
    return new NewPair(
        grant,
        new Allowance(
            row.scopes("stored_scope"), row.maybeText("stored_resource").map(Resource::new)),
        tokens,
        new Times(issuedAt, row.instant("access_end"), row.instant("refresh_end")));
  }

  /** {@code used}: the separator between scopes that the request uses, or none. */
  public TokenResponse response(Optional<Scopes.Separator> used) {
    return new TokenResponse(
        tokens,
        times.expiresIn(),
        allowance.scope(),
        grant.separator(used),
        grant.user(),
        grant.email());
  }

  /** Inserts the pair, in the write that spends the code. */
  public void insert(Sql sql) throws SQLException {
    sql.defer(
        """
        INSERT INTO pairs (access_hash, refresh_hash, grant_id, scope, resource, access_expires_at,
            refresh_expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        tokens.access().hash(),
        tokens.refresh().hash(),
        grant.id(),
        allowance.scope(),
        allowance.resource(),
        times.accessEnd(),
        times.refreshEnd());
  }

  /** Inserts many pairs in one statement. */
  public static void insert(Sql sql, Collection<NewPair> pairs) throws SQLException {
    if (pairs.isEmpty()) {
      return;
    }
    sql.defer(
        """
        INSERT INTO pairs (access_hash, refresh_hash, grant_id, scope, resource, access_expires_at,
            refresh_expires_at)
        SELECT * FROM unnest(CAST(? AS BYTEA[]), CAST(? AS BYTEA[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
            CAST(? AS TEXT[]), CAST(? AS BIGINT[]), CAST(? AS BIGINT[]))
        """,
        Column.bytes(pairs, pair -> pair.tokens.access().hash()),
        Column.bytes(pairs, pair -> pair.tokens.refresh().hash()),
        Column.texts(pairs, pair -> pair.grant.id()),
        Column.texts(pairs, pair -> pair.allowance.scope()),
        Column.texts(pairs, pair -> pair.allowance.resource()),
        Column.numbers(pairs, pair -> pair.times.accessEnd()),
        Column.numbers(pairs, pair -> pair.times.refreshEnd()));
  }
}
