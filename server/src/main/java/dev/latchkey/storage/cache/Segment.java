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
 * Tokens packed one behind the other ({@link TokenEntry}): a million of them are kept, and as
 * objects each would take twice as much memory and slow the garbage collector down. What is written
 * is never changed, so readers need no lock; only one thread at a time writes.
 */
final class Segment {
    /** There is no room. */
    static final int NOWHERE = -1;

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

    /** Where it is from now on, or {@link #NOWHERE}. */
    int add(CachedToken known, long stamp) {
        int at = room(TokenEntry.lengthFor(known));
        if (at != NOWHERE) {
            switch (known) {
                case CachedToken.Live live ->
                        entry(at).write(live, number(live.token().shared()), stamp);
                case CachedToken.Ended ended -> entry(at).write(ended);
            }
        }
        return at;
    }

    /** Copies what is {@code there} in another segment; the answer is as that of {@code add}. */
    int copy(Segment other, int there) {
        TokenEntry copied = other.entry(there);
        int length = copied.length();
        int at = room(length);
        if (at != NOWHERE) {
            bytes.put(at, other.bytes, there, length);
            if (!copied.isEnded()) {
                entry(at).setClaims(number(other.shared.get(copied.claims()).claims));
            }
        }
        return at;
    }

    private TokenEntry entry(int at) {
        return new TokenEntry(bytes, at);
    }

    private int room(int length) {
        if (used + length > bytes.capacity()) {
            return NOWHERE;
        }
        int at = used;
        used = at + length;
        return at;
    }

    private short number(SharedClaims wanted) {
        Short known = numbers.get(wanted);
        if (known != null) {
            return known;
        }
        short next = (short) shared.size();
        SharedClaims lent = pool.lend(wanted);
        shared.add(Shared.of(lent));
        numbers.put(lent, next);
        return next;
    }

    /** Claims, and the places of the rows that all tokens with them depend on. */
    record Shared(SharedClaims claims, int client, int owner, int team) {
        static Shared of(SharedClaims claims) {
            return new Shared(
                    claims,
                    ChangeVersions.place(claims.client().value()),
                    claims.owner().map(owner -> ChangeVersions.place(owner.value())).orElse(0),
                    claims.team().map(team -> ChangeVersions.place(team.value())).orElse(0));
        }
    }

    /** Nobody adds anything any more. */
    void seal() {
        numbers.clear();
    }

    void giveBackClaims() {
        shared.forEach(each -> pool.takeBack(each.claims));
    }

    boolean holds(int at) {
        return at < used;
    }

    int behind(int at) {
        return at + entry(at).length();
    }

    SecretHash hash(int at) {
        return entry(at).hash();
    }

    boolean isOf(SecretHash hash, int at) {
        return hash.equals(hash(at));
    }

    /**
     * The token at this place, unless a row has changed that it was read from; nothing brings an
     * ended one back.
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
                        + versions.number(ChangeVersions.place(hash))
                        + versions.number(common.client);
        return switch (token.root()) {
            case TokenRoot.Grant grant ->
                    sum
                            + versions.number(ChangeVersions.place(token.subject().value()))
                            + versions.number(ChangeVersions.place(grant.id().value()))
                            + versions.number(common.owner)
                            + versions.number(common.team);
            case TokenRoot.Itself itself -> sum;
        };
    }
}
