package dev.latchkey.storage.checks;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.LookupSource;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.storage.cache.CachedToken;
import dev.latchkey.storage.cache.TokenCache;
import dev.latchkey.storage.cache.TokenLookup;
import dev.latchkey.storage.cache.TokenRows;
import dev.latchkey.storage.database.Batches;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.RowKeys;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.operation.Usage;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * Checks tokens. The data comes from the committed state, or from the cache if no commit has
 * changed it since it was read. A check never writes (rule 3.7).
 */
public final class TokenChecks {
  /** The data that RFC 7662 introspection of an active refresh token returns (rule 3.9). */
  public record LiveRefreshToken(
      Id.User subject,
      Id.Client client,
      Id.Organization organization,
      Scopes scope,
      Instant deadline) {}

  /** How many tokens one query may contain. */
  static final int BATCH_SIZE = 256;

  private static final List<Table> TABLES =
      List.of(
          new Table(TokenKey.Kind.PERSONAL, TokenRows.PERSONAL, TokenRows::personal),
          new Table(
              TokenKey.Kind.ORGANIZATIONAL, TokenRows.ORGANIZATIONAL, TokenRows::organizational));

  private final Database database;
  private final Batches<TokenKey, CachedToken> lookup;
  private final Optional<Cache> cache;
  private final ChildLookup children;
  private final Limits limits;
  private final IntConsumer lookUps;
  private final BiConsumer<Id.Grant, Instant> uses;
  private final LongAdder cacheHits = new LongAdder();

  /**
   * {@code lookUps} receives the number of tokens of each query to the store. {@code uses} receives
   * a grant whose last use is to be written ({@link Usage#useGrants}).
   */
  public TokenChecks(
      Database database, Limits limits, IntConsumer lookUps, BiConsumer<Id.Grant, Instant> uses) {
    this.database = database;
    this.lookUps = lookUps;
    this.uses = uses;
    this.lookup = new Batches<>(database.parallelLookups(), BATCH_SIZE, this::load);
    this.cache =
        limits.memoryMegabytes() == 0 ? Optional.empty() : Optional.of(Cache.of(database, limits));
    this.children = new ChildLookup(database, lookUps);
    this.limits = limits;
  }

  /** The cached tokens, and the cached data that many tokens have in common. */
  private record Cache(TokenCache tokens, TokenLookup lookup) {
    static Cache of(Database database, Limits limits) {
      ChangeVersions versions = database.trackChanges();
      return new Cache(
          new TokenCache(versions, limits.memoryMegabytes()), new TokenLookup(database, versions));
    }
  }

  /** The data of a bearer token if it is active now; otherwise empty. */
  public Optional<LiveToken> look(Secret.Bearer bearer, Instant now) {
    return look(TokenKey.of(bearer), now);
  }

  public Optional<LiveToken> look(TokenKey key, Instant now) {
    return switch (key.kind()) {
      case PERSONAL, ORGANIZATIONAL -> lookFirst(key, now);
      case CHILD -> limits.hasChildTokens() ? lookChild(key, now) : Optional.empty();
    };
  }

  private Optional<LiveToken> lookChild(TokenKey key, Instant now) {
    return children
        .find(key.hash())
        .flatMap(child -> lookFirst(child.first(), now).flatMap(first -> child.liveAt(now, first)));
  }

  /** Checks a token that was not obtained from another token. */
  private Optional<LiveToken> lookFirst(TokenKey key, Instant now) {
    return cache
        .flatMap(cached -> counted(cached.tokens.find(key.hash())))
        .or(() -> read(key, now))
        .flatMap(known -> known.liveAt(now));
  }

  /**
   * Reads a token from the store. The use of its grant is noted here and not at every check: a
   * token that is in use is read once, and then found in the cache. So a grant is written when its
   * app has a new token, and not all of them are at midnight.
   */
  private Optional<CachedToken> read(TokenKey key, Instant now) {
    Optional<CachedToken> known = lookup.ask(key);
    if (known.isPresent()
        && known.get() instanceof CachedToken.Live live
        && live.liveAt(now).isPresent()
        && live.lastUse().filter(last -> Usage.isFirstOfDay(last, now)).isPresent()
        && live.token().root().origin() instanceof TokenRoot.Grant grant) {
      uses.accept(grant.id(), now);
    }
    return known;
  }

  /**
   * Checks a token with the cache alone. This method never waits, so an event loop may call it.
   *
   * <p>After the request has arrived, the caller must call {@link Database#whenCaughtUp}, and call
   * this method when that is done. Otherwise the result may be older than the request (rule 3.7).
   *
   * <p>Child tokens are not cached, so this never has a result for one, unless there are none.
   */
  public TokenPeek peek(TokenKey key, Instant now) {
    return switch (key.kind()) {
      case PERSONAL, ORGANIZATIONAL -> peekFirst(key, now);
      case CHILD ->
          limits.hasChildTokens() ? new TokenPeek.Unknown() : new TokenPeek.Known(Optional.empty());
    };
  }

  private TokenPeek peekFirst(TokenKey key, Instant now) {
    return cache
        .flatMap(cached -> counted(cached.tokens.peek(key.hash())))
        .<TokenPeek>map(known -> new TokenPeek.Known(known.liveAt(now)))
        .orElseGet(TokenPeek.Unknown::new);
  }

  private Optional<CachedToken> counted(Optional<CachedToken> known) {
    if (known.isPresent()) {
      cacheHits.increment();
    }
    return known;
  }

  /** How many checks were answered from memory. */
  public long cacheHits() {
    return cacheHits.sum();
  }

  /** The size of the cache, 0 if it is off. */
  public long cacheBytes() {
    return cache.map(cached -> cached.tokens.bytes()).orElse(0L);
  }

  /**
   * Checks a token with the cache or with the store. The store always gives a result; for the cache
   * see {@link #peek}.
   */
  public TokenPeek look(TokenKey key, Instant now, LookupSource from) {
    return switch (from) {
      case MEMORY -> peek(key, now);
      case STORE -> new TokenPeek.Known(look(key, now));
    };
  }

  public Optional<LiveRefreshToken> look(Secret.Refresh refresh, RequestMoment now) {
    return database
        .at(now)
        .read(sql ->
            sql.one(
                """
                SELECT g.user_id, g.client_id, g.organization_id, g.scope, p.refresh_expires_at
                FROM pairs p
                JOIN live_grants g ON g.grant_id = p.grant_id
                WHERE p.refresh_hash = ?
                  AND p.rotated_at IS NULL
                  AND p.refresh_expires_at > ?
                """,
                row ->
                    new LiveRefreshToken(
                        row.user(),
                        row.client(),
                        row.organization(),
                        row.scopes("scope"),
                        row.instant("refresh_expires_at")),
                refresh.hash(),
                now.at()));
  }

  private Map<TokenKey, CachedToken> load(List<TokenKey> keys) {
    lookUps.accept(keys.size());
    if (cache.isEmpty()) {
      return read(keys);
    }
    TokenCache tokens = cache.get().tokens;
    ChangeVersions.Moment before = tokens.moment();
    Map<TokenKey, CachedToken> found = organizational(keys);
    for (CachedToken.Live live :
        cache.get().lookup.find(hashes(keys, TokenKey.Kind.PERSONAL), before)) {
      found.put(new TokenKey(TokenKey.Kind.PERSONAL, live.hash()), live);
    }
    found.putAll(ended(keys.stream().filter(key -> !found.containsKey(key)).toList()));
    found.values().forEach(known -> tokens.keep(known, before));
    return found;
  }

  private Map<TokenKey, CachedToken> organizational(List<TokenKey> keys) {
    return read(keys.stream().filter(key -> key.kind() == TokenKey.Kind.ORGANIZATIONAL).toList());
  }

  /** Reads tokens with one query for each kind, for any number of keys. */
  private Map<TokenKey, CachedToken> read(List<TokenKey> keys) {
    var found = new HashMap<TokenKey, CachedToken>();
    if (keys.isEmpty()) {
      return found;
    }
    return database.read(sql -> {
      for (Table table : TABLES) {
        sql.findByKeys(table.select, RowKeys.of(hashes(keys, table.kind)), table.reader)
            .forEach(known -> found.put(new TokenKey(table.kind, known.hash()), known));
      }
      return found;
    });
  }

  /**
   * Reads ended tokens, only to cache them. For the caller, a token that is not found is inactive
   * as well.
   */
  private Map<TokenKey, CachedToken> ended(List<TokenKey> keys) {
    List<SecretHash> hashes = hashes(keys, TokenKey.Kind.PERSONAL);
    if (hashes.isEmpty()) {
      return Map.of();
    }
    return database
        .read(sql -> sql.findByKeys(TokenRows.ENDED, RowKeys.of(hashes), TokenRows::ended))
        .stream()
        .collect(
            Collectors.toMap(
                known -> new TokenKey(TokenKey.Kind.PERSONAL, known.hash()), known -> known));
  }

  private static List<SecretHash> hashes(List<TokenKey> keys, TokenKey.Kind kind) {
    return keys.stream().filter(key -> key.kind() == kind).map(TokenKey::hash).toList();
  }

  /** The SELECT statement and the reader for one kind of token. */
  private record Table(TokenKey.Kind kind, String select, Sql.RowReader<CachedToken> reader) {}
}
