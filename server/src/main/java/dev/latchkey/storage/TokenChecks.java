package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.LiveRefreshToken;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.LookupSource;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenKey;
import dev.latchkey.storage.cache.CachedToken;
import dev.latchkey.storage.cache.TokenCache;
import dev.latchkey.storage.cache.TokenLookup;
import dev.latchkey.storage.cache.TokenRows;
import dev.latchkey.storage.database.Batches;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Keys;
import dev.latchkey.storage.database.Sql;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * What a token says at this moment: read from what is committed, or from what was read before and,
 * as far as everything committed tells, nobody has touched since. Never written to (decision 3.7).
 */
public final class TokenChecks {
    /** How many are asked about at once. */
    private static final int TOGETHER = 256;

    private final Database database;
    private final Batches<TokenKey, CachedToken> lookup;
    private final Optional<Memory> memory;
    private final IntConsumer lookUps;

    /** {@code lookUps} hears how many tokens the store is asked about, each time it is. */
    public TokenChecks(Database database, Limits limits, IntConsumer lookUps) {
        this.database = database;
        this.lookUps = lookUps;
        this.lookup = new Batches<>(database.lanes(), TOGETHER, this::ask);
        this.memory =
                limits.memoryMegabytes() == 0
                        ? Optional.empty()
                        : Optional.of(Memory.of(database, limits));
    }

    /** What is remembered: tokens, and what many of them have in common. */
    private record Memory(TokenCache tokens, TokenLookup lookup) {
        static Memory of(Database database, Limits limits) {
            ChangeVersions versions = database.watch();
            return new Memory(
                    new TokenCache(versions, limits.memoryMegabytes()),
                    new TokenLookup(database, versions));
        }
    }

    /** What a bearer token says at this moment; empty if it is dead or never was. */
    public Optional<LiveToken> look(Secret.Bearer bearer, Instant now) {
        return look(TokenKey.of(bearer), now);
    }

    public Optional<LiveToken> look(TokenKey key, Instant now) {
        return memory.flatMap(kept -> kept.tokens.find(key.hash()))
                .or(() -> lookup.ask(key))
                .flatMap(known -> known.liveAt(now));
    }

    /**
     * The same from memory alone. Never waits, so an event loop may call it.
     *
     * <p>The caller has to call {@link Database#whenCaughtUp} after the request arrived, and this
     * once that is done. Otherwise the answer may be older than the request (decision 3.7).
     */
    public TokenPeek peek(TokenKey key, Instant now) {
        return memory.flatMap(kept -> kept.tokens.peek(key.hash()))
                .<TokenPeek>map(known -> new TokenPeek.Known(known.liveAt(now)))
                .orElseGet(TokenPeek.Unknown::new);
    }

    /** Of the store a glance always knows; of memory see {@link #peek}. */
    public TokenPeek look(TokenKey key, Instant now, LookupSource from) {
        return switch (from) {
            case MEMORY -> peek(key, now);
            case STORE -> new TokenPeek.Known(look(key, now));
        };
    }

    public Optional<LiveRefreshToken> look(Secret.Refresh refresh, Instant now) {
        return database.read(sql ->
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
                                        new Id.User(row.text("user_id")),
                                        new Id.Client(row.text("client_id")),
                                        new Id.Organization(row.text("organization_id")),
                                        Scopes.parse(row.text("scope")),
                                        row.instant("refresh_expires_at")),
                        refresh.hash(),
                        now));
    }

    private Map<TokenKey, CachedToken> ask(List<TokenKey> keys) {
        lookUps.accept(keys.size());
        if (memory.isEmpty()) {
            return read(keys);
        }
        TokenCache kept = memory.get().tokens;
        ChangeVersions.Moment before = kept.moment();
        Map<TokenKey, CachedToken> found = organizational(keys);
        for (CachedToken.Live live :
                memory.get().lookup.find(hashes(keys, TokenKey.Kind.PERSONAL), before)) {
            found.put(new TokenKey(TokenKey.Kind.PERSONAL, live.hash()), live);
        }
        found.putAll(ended(keys.stream().filter(key -> !found.containsKey(key)).toList()));
        found.values().forEach(known -> kept.keep(known, before));
        return found;
    }

    private Map<TokenKey, CachedToken> organizational(List<TokenKey> keys) {
        return read(
                keys.stream().filter(key -> key.kind() == TokenKey.Kind.ORGANIZATIONAL).toList());
    }

    /** One question for each kind, however many keys. */
    private Map<TokenKey, CachedToken> read(List<TokenKey> keys) {
        var found = new HashMap<TokenKey, CachedToken>();
        if (keys.isEmpty()) {
            return found;
        }
        return database.read(sql -> {
            for (TokenKey.Kind kind : TokenKey.Kind.values()) {
                var table = Table.of(kind);
                sql.among(table.select, Keys.of(hashes(keys, kind)), table.reader)
                        .forEach(known -> found.put(new TokenKey(kind, known.hash()), known));
            }
            return found;
        });
    }

    /** Only to be remembered: one that is not found is as dead. */
    private Map<TokenKey, CachedToken> ended(List<TokenKey> keys) {
        List<SecretHash> hashes = hashes(keys, TokenKey.Kind.PERSONAL);
        if (hashes.isEmpty()) {
            return Map.of();
        }
        return database
                .read(sql -> sql.among(TokenRows.ENDED, Keys.of(hashes), TokenRows::ended))
                .stream()
                .collect(
                        Collectors.toMap(
                                known -> new TokenKey(TokenKey.Kind.PERSONAL, known.hash()),
                                known -> known));
    }

    private static List<SecretHash> hashes(List<TokenKey> keys, TokenKey.Kind kind) {
        return keys.stream().filter(key -> key.kind() == kind).map(TokenKey::hash).toList();
    }

    /** Where tokens of one kind are, and how they are read. */
    private record Table(String select, Sql.RowReader<CachedToken> reader) {
        static Table of(TokenKey.Kind kind) {
            return switch (kind) {
                case PERSONAL -> new Table(TokenRows.PERSONAL, TokenRows::personal);
                case ORGANIZATIONAL ->
                        new Table(TokenRows.ORGANIZATIONAL, TokenRows::organizational);
            };
        }
    }
}
