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
 * Answers packed one behind the other: a million of them are kept, and as objects each would cost
 * twice as much and the collector a look. What is written stays as it is, so whoever reads waits
 * for nobody; one at a time writes.
 */
final class Block {
    /** There is no room. */
    static final int NOWHERE = -1;

    private static final int STAMP = SecretHash.BYTES;
    private static final int END = STAMP + Long.BYTES;
    private static final int TERMS = END + Long.BYTES;
    private static final int LENGTH = TERMS + Short.BYTES;
    private static final int TEXT = LENGTH + Short.BYTES;

    /** Instead of the number of its terms: a token that has ended has none. */
    private static final short ENDED = -1;

    private static final long NEVER = Long.MAX_VALUE;

    /** Stands in no text: forms refuse it, and arguments cannot hold it. */
    private static final String BETWEEN = "\0";

    private final int number;
    private final ByteBuffer bytes;
    private final ClaimsPool pool;
    private final Map<SharedClaims, Short> numbers = new HashMap<>();
    private final List<SharedClaims> terms = new CopyOnWriteArrayList<>();
    private int used;

    Block(int number, int size, ClaimsPool pool) {
        this.number = number;
        this.bytes = ByteBuffer.allocate(size);
        this.pool = pool;
    }

    int number() {
        return number;
    }

    /** Where it stands from now on. */
    int add(Known known, long stamp) {
        return switch (known) {
            case Known.Live live -> add(live, stamp);
            case Known.Ended ended -> {
                int at = room(0);
                if (at != NOWHERE) {
                    ended.hash().put(bytes, at);
                    bytes.putShort(at + TERMS, ENDED);
                }
                yield at;
            }
        };
    }

    private int add(Known.Live live, long stamp) {
        byte[] text = text(live.token()).getBytes(StandardCharsets.UTF_8);
        int at = room(text.length);
        if (at != NOWHERE) {
            live.hash().put(bytes, at);
            bytes.putLong(at + STAMP, stamp)
                    .putLong(at + END, live.end().map(Instant::toEpochMilli).orElse(NEVER))
                    .putShort(at + TERMS, number(live.token().shared()))
                    .put(at + TEXT, text);
        }
        return at;
    }

    /** Where what stands {@code there} in another block stands from now on in this one, too. */
    int copy(Block other, int there) {
        int length = other.length(there);
        int at = room(length);
        if (at != NOWHERE) {
            short old = other.bytes.getShort(there + TERMS);
            bytes.put(at, other.bytes, there, TEXT + length)
                    .putShort(at + TERMS, old == ENDED ? ENDED : number(other.terms.get(old)));
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
        short next = (short) terms.size();
        SharedClaims lent = pool.lend(wanted);
        terms.add(lent);
        numbers.put(lent, next);
        return next;
    }

    /** Nobody adds anything any more. */
    void seal() {
        numbers.clear();
    }

    void giveBackTerms() {
        terms.forEach(pool::takeBack);
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

    long stamp(int at) {
        return bytes.getLong(at + STAMP);
    }

    Known known(SecretHash hash, int at) {
        short number = bytes.getShort(at + TERMS);
        if (number == ENDED) {
            return new Known.Ended(hash);
        }
        String text = new String(bytes.array(), at + TEXT, length(at), StandardCharsets.UTF_8);
        int subject = text.indexOf(BETWEEN);
        long end = bytes.getLong(at + END);
        Optional<Instant> until =
                end == NEVER ? Optional.empty() : Optional.of(Instant.ofEpochMilli(end));
        LiveToken token =
                subject < 0
                        ? organizational(hash, text, terms.get(number), until)
                        : personal(text, subject, terms.get(number), until.orElseThrow());
        return new Known.Live(hash, token, until);
    }

    private static String text(LiveToken token) {
        return switch (token.root()) {
            case TokenRoot.Grant grant ->
                    String.join(
                            BETWEEN,
                            token.subject().value(),
                            token.email().orElseThrow(),
                            grant.id().value());
            case TokenRoot.Itself itself -> token.subject().value();
        };
    }

    private static LiveToken organizational(
            SecretHash hash, String subject, SharedClaims terms, Optional<Instant> until) {
        return new LiveToken(
                new Id.VirtualAdministrator(subject),
                Optional.empty(),
                new TokenRoot.Itself(hash),
                terms,
                TokenLife.ending(until));
    }

    private static LiveToken personal(String text, int subject, SharedClaims terms, Instant until) {
        int email = text.indexOf(BETWEEN, subject + 1);
        return new LiveToken(
                new Id.User(text.substring(0, subject)),
                Optional.of(text.substring(subject + 1, email)),
                new TokenRoot.Grant(new Id.Grant(text.substring(email + 1))),
                terms,
                new TokenLife.Until(until));
    }
}
