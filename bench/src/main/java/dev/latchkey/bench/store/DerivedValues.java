package dev.latchkey.bench.store;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Derives the i-th secret or id of each kind, in the form in which the product creates them. The
 * same number always gives the same value, so a load generator needs no memory for ten million
 * tokens. The secrets protect nothing, so a fast random generator is enough.
 */
public record DerivedValues(long seed) {
  private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

  public Secret.Access access(long i) {
    return Secret.ACCESS.mint(random(1, i));
  }

  public Secret.Refresh refresh(long i) {
    return Secret.REFRESH.mint(random(2, i));
  }

  public Secret.Code code(long i) {
    return Secret.CODE.mint(random(3, i));
  }

  public Id.Grant grant(long i) {
    return Id.GRANT.draw(random(4, i));
  }

  public Id.User user(long i) {
    return Id.USER.draw(random(5, i));
  }

  public Id.Client client(long i) {
    return Id.CLIENT.draw(random(6, i));
  }

  public Secret.Client clientSecret(long i) {
    return Secret.CLIENT.mint(random(7, i));
  }

  private RandomGenerator random(int kind, long i) {
    return new SplittableRandom(mixed(mixed(seed + kind * STEP) + i * STEP));
  }

  /** Lets every bit of the number affect all bits of the result (the finalizer of MurmurHash3). */
  private static long mixed(long number) {
    long once = (number ^ (number >>> 33)) * 0xFF51_AFD7_ED55_8CCDL;
    long twice = (once ^ (once >>> 33)) * 0xC4CE_B9FE_1A85_EC53L;
    return twice ^ (twice >>> 33);
  }
}
