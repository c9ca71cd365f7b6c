package dev.latchkey.login.password;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.process.FairQueue;
import dev.latchkey.model.process.LatencyHistogram;
import java.time.Duration;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Hashes and compares passwords, a few at a time, because more at the same time would only make
 * each slower. The other callers wait in a {@link FairQueue}.
 */
public final class Passwords {
  /**
   * How many callers may wait. This is more than can be hashed while a caller waits. A caller that
   * waits for its 503 response sends no other attempt during this time. If it were refused at once,
   * a flood would keep the processors busy with refusals, and hashing has the lowest priority
   * (decision 0037).
   */
  static final int PLACES = 1_024;

  /**
   * How many callers have their turn at the same time: one more than can be hashed, so that one can
   * query the store while the others hash.
   */
  public static final int TURNS = Argon2.PARALLEL + 1;

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Argon2 argon2;
  private final FairQueue queue = new FairQueue(TURNS, TURNS, PLACES, TIMEOUT);

  public Passwords(RandomGenerator random) {
    this(random, HashCost.STANDARD);
  }

  public Passwords(RandomGenerator random, HashCost cost) {
    this.argon2 = new Argon2(random, cost);
  }

  /**
   * Hashes a password for this account, which need not exist. If too many callers wait, this is
   * refused with 503.
   */
  public PasswordHash hash(String password, String account, RequestMoment now) {
    return inTurn(account, now, hashing -> hashing.hash(password));
  }

  /** How many passwords this server has hashed, to store or to compare them. */
  public long hashed() {
    return argon2.hashed();
  }

  /** How many callers were refused because they waited too long. */
  public long refused() {
    return queue.refused();
  }

  /** How many callers wait now. */
  public int waiting() {
    return queue.length();
  }

  /** How long callers waited for their turn. */
  public LatencyHistogram waits() {
    return queue.waits();
  }

  public <T> T inTurn(String account, RequestMoment now, Function<Argon2, T> act) {
    var caller = new FairQueue.Caller(now.network(), account);
    return queue.inTurn(caller, () -> act.apply(argon2));
  }
}
