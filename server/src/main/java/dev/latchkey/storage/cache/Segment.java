package dev.latchkey.storage.cache;

import dev.latchkey.model.LiveToken;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.SharedClaims;
import dev.latchkey.model.TokenRoot;
import dev.latchkey.storage.database.ChangeVersions;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A block of memory with tokens, one after the other (see {@link TokenEntry}). Up to a million
 * tokens are cached. As objects, each would take twice as much memory and make the garbage
 * collector slower. Bytes that have been written never change, so readers need no lock. Only one
 * thread at a time writes.
 */
final class Segment {
    /** The segment is full. */
    static final int FULL = -1;

    private final int number;
    private final ByteBuffer bytes;
    private final ClaimsPool pool;
    private final Map<SharedClaims, Short> numbers = new HashMap<>();
    private final List<Shared> shared = new CopyOnWriteArrayList<>();
    private int used;

    Segment(int number, int size, ClaimsPool pool) {
        this.number = number;
        this.bytes = ByteBuffer.allocate(size);
        this.pool = pool;
    }

    int number() {
        return number;
    }

    /** Writes the token and returns its offset, or {@link #FULL}. */
    int add(CachedToken known, long stamp) {
        int at = allocate(TokenEntry.lengthFor(known));
        if (at != FULL) {
            switch (known) {
                case CachedToken.Live live ->
                        entry(at).write(live, claimsNumber(live.token().shared()), stamp);
                case CachedToken.Ended ended -> entry(at).write(ended);
            }
        }
        return at;
    }

    /**
     * Copies the token at this offset of another segment. Returns its new offset, or {@link #FULL}.
     */
    int copy(Segment other, int otherAt) {
        TokenEntry copied = other.entry(otherAt);
        int length = copied.length();
        int at = allocate(length);
        if (at != FULL) {
            bytes.put(at, other.bytes, otherAt, length);
            if (!copied.isEnded()) {
                entry(at).setClaims(claimsNumber(other.shared.get(copied.claims()).claims));
            }
        }
        return at;
    }

    private TokenEntry entry(int at) {
        return new TokenEntry(bytes, at);
    }

    private int allocate(int length) {
        if (used + length > bytes.capacity()) {
            return FULL;
        }
        int at = used;
        used = at + length;
        return at;
    }

    private short claimsNumber(SharedClaims wanted) {
        Short known = numbers.get(wanted);
        if (known != null) {
            return known;
        }
        short added = (short) shared.size();
        SharedClaims pooled = pool.acquire(wanted);
        shared.add(Shared.of(pooled));
        numbers.put(pooled, added);
        return added;
    }

    /**
     * Claims, with the version counters of the rows on which all tokens with these claims depend.
     */
    record Shared(SharedClaims claims, int client, int owner, int team) {
        static Shared of(SharedClaims claims) {
            return new Shared(
                    claims,
                    ChangeVersions.counterOf(claims.client().value()),
                    claims.owner().map(owner -> ChangeVersions.counterOf(owner.value())).orElse(0),
                    claims.team().map(team -> ChangeVersions.counterOf(team.value())).orElse(0));
        }
    }

    /**
     * No token will be added to this segment any more, so the memory for finding equal claims is
     * released.
     */
    void seal() {
        numbers.clear();
    }

    void releaseClaims() {
        shared.forEach(each -> pool.release(each.claims));
    }

    boolean contains(int at) {
        return at < used;
    }

    int next(int at) {
        return at + entry(at).length();
    }

    SecretHash hash(int at) {
        return entry(at).hash();
    }

    boolean isOf(SecretHash hash, int at) {
        return hash.equals(hash(at));
    }

    /**
     * The token at this offset, unless a row from which it was read has changed. An ended token
     * stays valid, because it never becomes active again.
     */
    Optional<CachedToken> current(SecretHash hash, int at, ChangeVersions versions) {
        TokenEntry entry = entry(at);
        if (entry.isEnded()) {
            return Optional.of(new CachedToken.Ended(hash));
        }
        Shared common = shared.get(entry.claims());
        LiveToken token = entry.token(hash, common.claims);
        return entry.stamp() == stamp(token, hash, common, versions)
                ? Optional.of(new CachedToken.Live(hash, token, entry.end()))
                : Optional.empty();
    }

    /** The same sum as {@link ChangeVersions#stamp} of {@link CachedToken.Live#dependencies}. */
    static long stamp(LiveToken token, SecretHash hash, Shared common, ChangeVersions versions) {
        long sum =
                versions.latest()
                        + versions.version(ChangeVersions.counterOf(hash))
                        + versions.version(common.client);
        return switch (token.root().origin()) {
            case TokenRoot.Grant grant ->
                    sum
                            + versions.version(ChangeVersions.counterOf(token.subject().value()))
                            + versions.version(ChangeVersions.counterOf(grant.id().value()))
                            + versions.version(common.owner)
                            + versions.version(common.team);
            case TokenRoot.Itself itself -> sum;
        };
    }
}
