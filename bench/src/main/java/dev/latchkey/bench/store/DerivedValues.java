package dev.latchkey.bench.store;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The i-th secret or name of each kind, in the form the product mints them, and the same whenever
 * it is asked for: a driver that derives ten million tokens needs no memory for them. They keep
 * nothing safe, so a fast generator is enough.
 */
public record Derived(long seed) {
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

    /** Spreads every bit over all (the finalizer of MurmurHash3). */
    private static long mixed(long number) {
        long once = (number ^ (number >>> 33)) * 0xFF51_AFD7_ED55_8CCDL;
        long twice = (once ^ (once >>> 33)) * 0xC4CE_B9FE_1A85_EC53L;
        return twice ^ (twice >>> 33);
    }
}
