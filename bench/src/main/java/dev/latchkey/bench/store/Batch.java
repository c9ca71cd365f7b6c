package dev.latchkey.bench.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A range of numbered rows of one kind. The numbers of the kinds are far apart, so that each kind
 * can grow without reaching the numbers of another.
 */
public record Batch(Kind kind, long from, long count) {
  /** The number of further credentials, whose clients check tokens by POST. */
  public static final int CLIENTS = 128;

  /** The number of tokens of one user. */
  private static final int TOKENS_PER_USER = 10;

  private static final Duration CODE_LIFETIME = Duration.ofDays(1);

  /** The state of a consent and its tokens. */
  public enum Kind {
    /** An active pair. */
    ACTIVE(0),
    /** An active pair that a run may use up by a refresh or a revocation. */
    SPARE(1L << 40),
    /** A pair whose grant has been ended. */
    ENDED(2L << 40),
    /** A pair and a grant that have expired, so that the purge may delete them. */
    EXPIRED(3L << 40),
    /** An unspent code. */
    CODE(4L << 40),
    /** An active pair of one of the further credentials, in turn. */
    CLIENT(5L << 40);

    private final long first;

    Kind(long first) {
      this.first = first;
    }

    /** The number of the i-th row of this kind among all rows. */
    public long number(long i) {
      return first + i;
    }
  }

  public static Batch first(Kind kind, long count) {
    return new Batch(kind, 0, count);
  }

  /**
   * The number of the user of the i-th token. Only the tokens of kind {@link Kind#ACTIVE} have
   * users created for them; the others belong to the first of these users.
   */
  public static long user(Kind kind, long i) {
    return kind == Kind.ACTIVE ? i / TOKENS_PER_USER : i % StoreFiller.MIN_USERS;
  }

  /** The number of the credential that the i-th token of {@link Kind#CLIENT} belongs to. */
  public static long client(long i) {
    return i % CLIENTS;
  }

  public static String email(long user) {
    return "person%09d@example.com".formatted(user);
  }

  public static long users(long activeTokens) {
    return Math.max(StoreFiller.MIN_USERS, (activeTokens + TOKENS_PER_USER - 1) / TOKENS_PER_USER);
  }

  /**
   * The expiry of a code. It is later than that of a real code, so that the codes outlast the run.
   */
  static Instant codeEnd(Instant at) {
    return at.plus(CODE_LIFETIME);
  }
}
