package dev.latchkey.bench.store;

import java.time.Duration;
import java.time.Instant;

/**
 * Rows of one kind, by number. The kinds keep far apart, so that each can grow without meeting
 * another.
 */
public record Batch(Kind kind, long from, long count) {
    /** How many other credentials there are, whose clients check tokens by POST. */
    public static final int CLIENTS = 128;

    /** So many tokens has a user. */
    private static final int TOKENS_A_USER = 10;

    private static final Duration CODE = Duration.ofDays(1);

    /** What has become of a consent. */
    public enum Kind {
        /** An active pair. */
        LIVE(0),
        /** An active pair that a run may use up by a refresh or a revocation. */
        SPARE(1L << 40),
        /** A pair whose grant was ended. */
        ENDED(2L << 40),
        /** A pair and a grant that the purge may take. */
        EXPIRED(3L << 40),
        /** An unspent code. */
        CODE(4L << 40),
        /** A live pair of one of many other credentials, in turn. */
        CLIENT(5L << 40);

        private final long first;

        Kind(long first) {
            this.first = first;
        }

        /** The number, among all rows, of the i-th of this kind. */
        public long number(long i) {
            return first + i;
        }
    }

    public static Batch first(Kind kind, long count) {
        return new Batch(kind, 0, count);
    }

    /** Only the live tokens bring users along; the others belong to the first of those. */
    public static long user(Kind kind, long i) {
        return kind == Kind.LIVE ? i / TOKENS_A_USER : i % Filling.FEWEST_USERS;
    }

    /** The number of the credential that the i-th token of {@link Kind#CLIENT} belongs to. */
    public static long client(long i) {
        return i % CLIENTS;
    }

    public static String email(long user) {
        return "person%09d@example.com".formatted(user);
    }

    public static long users(long liveTokens) {
        return Math.max(Filling.FEWEST_USERS, (liveTokens + TOKENS_A_USER - 1) / TOKENS_A_USER);
    }

    /** Longer than a real one lives, so that the codes outlast the run. */
    static Instant codeEnd(Instant at) {
        return at.plus(CODE);
    }
}
