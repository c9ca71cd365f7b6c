package dev.latchkey.storage.checks;

import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.Actors;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.storage.database.Batches;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.RowKeys;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * Reads child tokens. Their rows are never cached: a check reads them from the committed state, and
 * then checks the first token of the chain like any other token. Therefore a child token becomes
 * inactive together with that token, without a write to its own row (docs/decisions/0063).
 *
 * <p>The two reads need not be one statement. A token that has ended never becomes active again, so
 * if the first token is active in the second read, it was active in the first read too.
 */
public final class ChildLookup {
  /**
   * A child token whose chain is complete: none of the tokens between it and the first token was
   * revoked. They cannot be expired, because a child token never lives longer than its parent.
   */
  static final String COMPLETE =
      """
      WITH RECURSIVE chain (token_hash, parent_hash) AS (
          SELECT token_hash, parent_hash
          FROM child_tokens
          WHERE token_hash {keys}
          UNION ALL
          SELECT c.token_hash, p.parent_hash
          FROM chain c
          JOIN child_tokens p ON p.token_hash = c.parent_hash)
      SELECT t.token_hash, t.first_hash, t.first_kind, t.scope, t.actors, t.expires_at
      FROM chain c
      JOIN child_tokens t ON t.token_hash = c.token_hash
      WHERE c.parent_hash = t.first_hash
      """;

  private final Batches<SecretHash, Child> lookup;

  ChildLookup(Database database, IntConsumer lookUps) {
    this.lookup =
        new Batches<>(
            database.parallelLookups(),
            TokenChecks.BATCH_SIZE,
            hashes -> read(database, lookUps, hashes));
  }

  /** The row of a child token. {@code first} is the token at the beginning of its chain. */
  record Child(SecretHash hash, TokenKey first, Scopes scope, Actors actors, Instant end) {
    static Child read(Sql.Row row) throws SQLException {
      return new Child(
          row.hash("token_hash"),
          new TokenKey(TokenKey.Kind.valueOf(row.text("first_kind")), row.hash("first_hash")),
          row.scopes("scope"),
          Actors.stored(row.text("actors")),
          row.instant("expires_at"));
    }

    /** The data of this token, if it has not expired. {@code live} is the first token. */
    Optional<LiveToken> liveAt(Instant now, LiveToken live) {
      return end.isAfter(now) ? Optional.of(token(live)) : Optional.empty();
    }

    private LiveToken token(LiveToken live) {
      return new LiveToken(
          live.subject(),
          live.email(),
          new TokenRoot.Child(hash, first, live.root().origin(), actors),
          new SharedClaims(
              live.client(),
              live.shared().owner(),
              live.shared().home(),
              live.organization(),
              live.team(),
              scope,
              live.separator(),
              live.shared().resource(),
              live.shared().networks()),
          new TokenLife.Until(live.life().endBy(end)));
    }
  }

  Optional<Child> find(SecretHash hash) {
    return lookup.ask(hash);
  }

  private static Map<SecretHash, Child> read(
      Database database, IntConsumer lookUps, List<SecretHash> hashes) {
    lookUps.accept(hashes.size());
    return database.read(sql -> sql.findByKeys(COMPLETE, RowKeys.of(hashes), Child::read)).stream()
        .collect(Collectors.toMap(Child::hash, Function.identity()));
  }
}
