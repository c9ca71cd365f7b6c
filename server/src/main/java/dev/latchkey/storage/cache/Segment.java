package dev.latchkey.storage.cache;

import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.SharedClaims;
import dev.latchkey.model.TokenLife;
import dev.latchkey.model.TokenRoot;
import dev.latchkey.storage.database.ChangeVersions;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tokens packed one behind the other: a million of them are kept, and as objects each would take
 * twice as much memory and slow the garbage collector down. What is written is never changed, so
 * readers need no lock; only one thread at a time writes.
 *
 * <pre>
 * hash | claims | e-mail length | stamp | end | subject | grant | e-mail
 * </pre>
 *
 * A token that has ended has no more than a hash and, instead of the number of its claims, a sign.
 * Names take the few bytes that their random part has.
 */
final class Segment {
    /** There is no room. */
    static final int NOWHERE = -1;

    private static final int CLAIMS = SecretHash.BYTES;
    private static final int EMAIL_LENGTH = CLAIMS + Short.BYTES;
    private static final int STAMP = EMAIL_LENGTH + Short.BYTES;
    private static final int END = STAMP + Long.BYTES;
    private static final int SUBJECT = END + Long.BYTES;
    private static final int GRANT = SUBJECT + Id.Kind.BYTES;
    private static final int EMAIL = GRANT + Id.Kind.BYTES;

    /** Instead of the number of its claims. */
    private static final short ENDED = -1;

    /**
     * Instead of the length of an e-mail address: a virtual administrator has none, nor a grant.
     */
    private static final short NONE = -1;

    private static final long NEVER = Long.MAX_VALUE;

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

    /** Where it stands from now on. */
    int add(CachedToken known, long stamp) {
        return switch (known) {
            case CachedToken.Live live -> add(live, stamp);
            case CachedToken.Ended ended -> {
                int at = room(STAMP);
                if (at != NOWHERE) {
                    ended.hash().put(bytes, at);
                    bytes.putShort(at + CLAIMS, ENDED);
                }
                yield at;
            }
        };
    }

    private int add(CachedToken.Live live, long stamp) {
        LiveToken token = live.token();
        byte[] email = token.email().orElse("").getBytes(StandardCharsets.UTF_8);
        int at = room(EMAIL + email.length);
        if (at != NOWHERE) {
            live.hash().put(bytes, at);
            bytes.putShort(at + CLAIMS, number(token.shared()))
                    .putShort(at + EMAIL_LENGTH, emailLength(token, email.length))
                    .putLong(at + STAMP, stamp)
                    .putLong(at + END, live.end().map(Instant::toEpochMilli).orElse(NEVER))
                    .put(at + EMAIL, email);
            putNames(token, at);
        }
        return at;
    }

    private static short emailLength(LiveToken token, int length) {
        return switch (token.root()) {
            case TokenRoot.Grant grant -> (short) length;
            case TokenRoot.Itself itself -> NONE;
        };
    }

    private void putNames(LiveToken token, int at) {
        String subject = token.subject().value();
        switch (token.root()) {
            case TokenRoot.Grant grant -> {
                Id.USER.put(subject, bytes, at + SUBJECT);
                Id.GRANT.put(grant.id().value(), bytes, at + GRANT);
            }
            case TokenRoot.Itself itself ->
                    Id.VIRTUAL_ADMINISTRATOR.put(subject, bytes, at + SUBJECT);
        }
    }

    /** Where what stands {@code there} in another segment stands from now on in this one, too. */
    int copy(Segment other, int there) {
        int length = other.length(there);
        int at = room(length);
        if (at != NOWHERE) {
            short old = other.bytes.getShort(there + CLAIMS);
            bytes.put(at, other.bytes, there, length)
                    .putShort(
                            at + CLAIMS,
                            old == ENDED ? ENDED : number(other.shared.get(old).claims));
        }
        return at;
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
    private record Shared(SharedClaims claims, int client, int owner, int team) {
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
        return at + length(at);
    }

    private int length(int at) {
        return bytes.getShort(at + CLAIMS) == ENDED
                ? STAMP
                : EMAIL + Math.max(0, bytes.getShort(at + EMAIL_LENGTH));
    }

    SecretHash hash(int at) {
        return SecretHash.at(bytes, at);
    }

    boolean isOf(SecretHash hash, int at) {
        return hash.equals(SecretHash.at(bytes, at));
    }

    /**
     * What stands there, unless a row has changed that it was read from; nothing brings an ended
     * one back.
     */
    Optional<CachedToken> current(SecretHash hash, int at, ChangeVersions versions) {
        short claims = bytes.getShort(at + CLAIMS);
        if (claims == ENDED) {
            return Optional.of(new CachedToken.Ended(hash));
        }
        Shared common = shared.get(claims);
        LiveToken token = token(hash, at, common.claims);
        return bytes.getLong(at + STAMP) == stamp(token, hash, common, versions)
                ? Optional.of(new CachedToken.Live(hash, token, end(at)))
                : Optional.empty();
    }

    /** The same sum as {@link ChangeVersions#stamp} of {@link CachedToken.Live#dependencies}. */
    private static long stamp(
            LiveToken token, SecretHash hash, Shared common, ChangeVersions versions) {
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

    private Optional<Instant> end(int at) {
        long end = bytes.getLong(at + END);
        return end == NEVER ? Optional.empty() : Optional.of(Instant.ofEpochMilli(end));
    }

    private LiveToken token(SecretHash hash, int at, SharedClaims claims) {
        TokenLife life = TokenLife.ending(end(at));
        short email = bytes.getShort(at + EMAIL_LENGTH);
        if (email == NONE) {
            return new LiveToken(
                    Id.VIRTUAL_ADMINISTRATOR.at(bytes, at + SUBJECT),
                    Optional.empty(),
                    new TokenRoot.Itself(hash),
                    claims,
                    life);
        }
        return new LiveToken(
                Id.USER.at(bytes, at + SUBJECT),
                Optional.of(new String(bytes.array(), at + EMAIL, email, StandardCharsets.UTF_8)),
                new TokenRoot.Grant(Id.GRANT.at(bytes, at + GRANT)),
                claims,
                life);
    }
}
