package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.LiveRefreshToken;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
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
public final class Checks {
    private final Database database;
    private final Lanes<Key, Known> lanes;
    private final Optional<Memory> memory;
    private final IntConsumer lookUps;

    /** {@code lookUps} hears how many tokens the store is asked about, each time it is. */
    public Checks(Database database, Limits limits, IntConsumer lookUps) {
        this.database = database;
        this.lookUps = lookUps;
        this.lanes = new Lanes<>(database.lanes(), this::ask);
        this.memory =
                limits.memoryMegabytes() == 0
                        ? Optional.empty()
                        : Optional.of(new Memory(database.watch(), limits.memoryMegabytes()));
    }

    /** What a bearer token says at this moment; empty if it is dead or never was. */
    public Optional<LiveToken> look(Secret.Bearer bearer, Instant now) {
        Key key = Key.of(bearer);
        return memory.flatMap(kept -> kept.find(key.hash()))
                .or(() -> lanes.find(key))
                .flatMap(known -> known.liveAt(now));
    }

    public Optional<LiveRefreshToken> look(Secret.Refresh refresh, Instant now) {
        return database.read(sql ->
                sql.one(
                        "SELECT g.user_id, g.client_id, g.organization_id, g.scope, p.refresh_expires_at"
                                + " FROM pairs p JOIN live_grants g ON g.grant_id = p.grant_id"
                                + " WHERE p.refresh_hash = ? AND p.rotated_at IS NULL AND p.refresh_expires_at > ?",
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

    private Map<Key, Known> ask(List<Key> keys) {
        lookUps.accept(keys.size());
        if (memory.isEmpty()) {
            return read(keys);
        }
        Memory kept = memory.get();
        Touched.Moment before = kept.moment();
        Map<Key, Known> found = read(keys);
        found.putAll(ended(keys.stream().filter(key -> !found.containsKey(key)).toList()));
        found.values().forEach(known -> kept.keep(known, before));
        return found;
    }

    /** One question for each kind, however many keys. */
    private Map<Key, Known> read(List<Key> keys) {
        return database.read(sql -> {
            var found = new HashMap<Key, Known>();
            for (Kind kind : List.of(Kind.PERSONAL, Kind.ORGANIZATIONAL)) {
                List<SecretHash> hashes =
                        keys.stream().filter(key -> key.kind.equals(kind)).map(Key::hash).toList();
                sql.among(kind.select(), hashes, kind.reader())
                        .forEach(known -> found.put(new Key(kind, known.hash()), known));
            }
            return found;
        });
    }

    /** Only to be remembered: one that is not found is as dead. */
    private Map<Key, Known> ended(List<Key> keys) {
        List<SecretHash> hashes =
                keys.stream().filter(key -> key.kind.equals(Kind.PERSONAL)).map(Key::hash).toList();
        if (hashes.isEmpty()) {
            return Map.of();
        }
        return database.read(sql -> sql.among(Known.SELECT_ENDED, hashes, Known::ended)).stream()
                .collect(
                        Collectors.toMap(
                                known -> new Key(Kind.PERSONAL, known.hash()), known -> known));
    }

    /** A token as it is looked up. */
    private record Key(Kind kind, SecretHash hash) {
        static Key of(Secret.Bearer bearer) {
            return switch (bearer) {
                case Secret.Access access -> new Key(Kind.PERSONAL, access.hash());
                case Secret.Organization organization ->
                        new Key(Kind.ORGANIZATIONAL, organization.hash());
            };
        }
    }

    /** Where tokens of one kind are, and how they are read. */
    private record Kind(String select, Sql.RowReader<Known> reader) {
        static final Kind PERSONAL = new Kind(Known.SELECT_PERSONAL, Known::personal);
        static final Kind ORGANIZATIONAL =
                new Kind(Known.SELECT_ORGANIZATIONAL, Known::organizational);
    }
}
