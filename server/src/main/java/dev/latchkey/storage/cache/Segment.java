package dev.latchkey.storage.cache;

import dev.latchkey.model.SecretHash;
import dev.latchkey.model.SharedClaims;
import dev.latchkey.model.TokenRoot;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.RevokedTimes;
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
    int add(CachedToken.Live live, ChangeVersions.Stamp stamp) {
        int at = allocate(TokenEntry.lengthFor(live));
        if (at != FULL) {
            entry(at).write(live, claimsNumber(live.token().shared()), stamp);
        }
        return at;
    }

    int add(CachedToken.Ended ended) {
        int at = allocate(TokenEntry.lengthFor(ended));
        if (at != FULL) {
            entry(at).write(ended);
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

    /** Claims, with the rows on which all tokens with these claims depend. */
    record Shared(
            SharedClaims claims, int client, int home, int owner, int organization, int team) {
        private static final int PLATFORM = ChangeVersions.rowOf(RevokedTimes.PLATFORM);

        static Shared of(SharedClaims claims) {
            return new Shared(
                    claims,
                    ChangeVersions.rowOf(claims.client()),
                    ChangeVersions.rowOf(claims.home()),
                    claims.owner().map(ChangeVersions::rowOf).orElse(0),
                    ChangeVersions.rowOf(claims.organization()),
                    claims.team().map(ChangeVersions::rowOf).orElse(0));
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
    Optional<CachedToken> current(SecretHash hash, int at, ChangeVersions.View now) {
        TokenEntry entry = entry(at);
        if (entry.isEnded()) {
            return Optional.of(new CachedToken.Ended(hash));
        }
        Shared common = shared.get(entry.claims());
        var live = new CachedToken.Live(hash, entry.token(hash, common.claims), entry.end());
        return isCurrent(live, entry.stamp(), common, now) ? Optional.of(live) : Optional.empty();
    }

    boolean isCurrent(int at, ChangeVersions.View now) {
        return current(hash(at), at, now).isPresent();
    }

    /** None of the {@link CachedToken.Live#dependencies} has changed. */
    static boolean isCurrent(
            CachedToken.Live live,
            ChangeVersions.Stamp stamp,
            Shared common,
            ChangeVersions.View now) {
        return now.includes(stamp)
                && now.isUnchanged(ChangeVersions.rowOf(live.hash()), stamp)
                && now.isUnchanged(Shared.PLATFORM, stamp)
                && now.isUnchanged(common.client, stamp)
                && now.isUnchanged(common.home, stamp)
                && switch (live.token().root().origin()) {
                    case TokenRoot.Grant grant ->
                            now.isUnchanged(ChangeVersions.rowOf(grant.id()), stamp)
                                    && now.isUnchanged(
                                            ChangeVersions.rowOf(live.token().subject()), stamp)
                                    && now.isUnchanged(common.owner, stamp)
                                    && now.isUnchanged(common.organization, stamp)
                                    && now.isUnchanged(common.team, stamp);
                    case TokenRoot.Itself _ -> true;
                };
    }
}
