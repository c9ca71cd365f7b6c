package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.SharedClaims;
import dev.latchkey.model.TokenLife;
import dev.latchkey.model.TokenRoot;
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
 * hash | stamp | end | user | grant | claims | three lengths | subject, e-mail, grant id
 * </pre>
 *
 * {@code user} and {@code grant} are the places of the rows that only this token depends on ({@link
 * ChangeVersions}), so that its stamp is compared without a look at the texts. A token that has
 * ended has no more than a hash.
 */
final class Segment {
    /** There is no room. */
    static final int NOWHERE = -1;

    private static final int STAMP = SecretHash.BYTES;
    private static final int END = STAMP + Long.BYTES;
    private static final int USER = END + Long.BYTES;
    private static final int GRANT = USER + Integer.BYTES;
    private static final int CLAIMS = GRANT + Integer.BYTES;
    private static final int SUBJECT_LENGTH = CLAIMS + Short.BYTES;
    private static final int EMAIL_LENGTH = SUBJECT_LENGTH + Short.BYTES;
    private static final int LENGTH = EMAIL_LENGTH + Short.BYTES;
    private static final int TEXT = LENGTH + Short.BYTES;

    /** Instead of the number of its claims. */
    private static final short ENDED = -1;

    /** Instead of places: an organization token depends on no user and no grant. */
    private static final int NONE = -1;

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
                int at = room(0);
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
        byte[] subject = utf8(token.subject().value());
        byte[] email = utf8(token.email().orElse(""));
        byte[] grant =
                switch (token.root()) {
                    case TokenRoot.Grant root -> utf8(root.id().value());
                    case TokenRoot.Itself itself -> new byte[0];
                };
        int at = room(subject.length + email.length + grant.length);
        if (at != NOWHERE) {
            live.hash().put(bytes, at);
            bytes.putLong(at + STAMP, stamp)
                    .putLong(at + END, live.end().map(Instant::toEpochMilli).orElse(NEVER))
                    .putInt(at + USER, userPlace(token))
                    .putInt(at + GRANT, grantPlace(token))
                    .putShort(at + CLAIMS, number(token.shared()))
                    .putShort(at + SUBJECT_LENGTH, (short) subject.length)
                    .putShort(at + EMAIL_LENGTH, (short) email.length)
                    .put(at + TEXT, subject)
                    .put(at + TEXT + subject.length, email)
                    .put(at + TEXT + subject.length + email.length, grant);
        }
        return at;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static int userPlace(LiveToken token) {
        return switch (token.root()) {
            case TokenRoot.Grant grant -> ChangeVersions.place(token.subject().value());
            case TokenRoot.Itself itself -> NONE;
        };
    }

    private static int grantPlace(LiveToken token) {
        return switch (token.root()) {
            case TokenRoot.Grant grant -> ChangeVersions.place(grant.id().value());
            case TokenRoot.Itself itself -> NONE;
        };
    }

    /** Where what stands {@code there} in another segment stands from now on in this one, too. */
    int copy(Segment other, int there) {
        int length = other.length(there);
        int at = room(length);
        if (at != NOWHERE) {
            short old = other.bytes.getShort(there + CLAIMS);
            bytes.put(at, other.bytes, there, TEXT + length)
                    .putShort(
                            at + CLAIMS,
                            old == ENDED ? ENDED : number(other.shared.get(old).claims));
        }
        return at;
    }

    private int room(int length) {
        if (length > Short.MAX_VALUE || used + TEXT + length > bytes.capacity()) {
            return NOWHERE;
        }
        int at = used;
        bytes.putShort(at + LENGTH, (short) length);
        used = at + TEXT + length;
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
    private record Shared(SharedClaims claims, int client, int team) {
        static Shared of(SharedClaims claims) {
            return new Shared(
                    claims,
                    ChangeVersions.place(claims.client().value()),
                    claims.team().map(team -> ChangeVersions.place(team.value())).orElse(NONE));
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
        return at + TEXT + length(at);
    }

    private int length(int at) {
        return bytes.getShort(at + LENGTH);
    }

    SecretHash hash(int at) {
        return SecretHash.at(bytes, at);
    }

    boolean isOf(SecretHash hash, int at) {
        return hash.equals(SecretHash.at(bytes, at));
    }

    /**
     * Whether no row has changed that the token was read from; nothing brings an ended one back.
     */
    boolean isCurrent(SecretHash hash, int at, ChangeVersions versions) {
        short claims = bytes.getShort(at + CLAIMS);
        return claims == ENDED
                || bytes.getLong(at + STAMP) == stamp(hash, at, shared.get(claims), versions);
    }

    /** The same sum as {@link ChangeVersions#stamp} of {@link CachedToken.Live#dependencies}. */
    private long stamp(SecretHash hash, int at, Shared claims, ChangeVersions versions) {
        long sum =
                versions.latest()
                        + versions.number(ChangeVersions.place(hash))
                        + versions.number(claims.client);
        int user = bytes.getInt(at + USER);
        return user == NONE
                ? sum
                : sum
                        + versions.number(user)
                        + versions.number(bytes.getInt(at + GRANT))
                        + versions.number(claims.team);
    }

    CachedToken known(SecretHash hash, int at) {
        short claims = bytes.getShort(at + CLAIMS);
        if (claims == ENDED) {
            return new CachedToken.Ended(hash);
        }
        long end = bytes.getLong(at + END);
        Optional<Instant> until =
                end == NEVER ? Optional.empty() : Optional.of(Instant.ofEpochMilli(end));
        return new CachedToken.Live(hash, token(hash, at, shared.get(claims).claims, until), until);
    }

    private LiveToken token(SecretHash hash, int at, SharedClaims claims, Optional<Instant> until) {
        int email = at + TEXT + bytes.getShort(at + SUBJECT_LENGTH);
        int grant = email + bytes.getShort(at + EMAIL_LENGTH);
        String subject = text(at + TEXT, email);
        if (bytes.getInt(at + USER) == NONE) {
            return new LiveToken(
                    new Id.VirtualAdministrator(subject),
                    Optional.empty(),
                    new TokenRoot.Itself(hash),
                    claims,
                    TokenLife.ending(until));
        }
        return new LiveToken(
                new Id.User(subject),
                Optional.of(text(email, grant)),
                new TokenRoot.Grant(new Id.Grant(text(grant, behind(at)))),
                claims,
                TokenLife.ending(until));
    }

    private String text(int from, int to) {
        return new String(bytes.array(), from, to - from, StandardCharsets.UTF_8);
    }
}
