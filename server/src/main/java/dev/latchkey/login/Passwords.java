package dev.latchkey.login;

import dev.latchkey.model.PasswordHash;
import dev.latchkey.model.RequestMoment;
import java.time.Duration;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Hashes and compares passwords, a few at a time: more would only make each slower. The others wait
 * for their turn in a {@link PasswordQueue}, one for all of the process.
 */
public final class Passwords {
    /**
     * More than are hashed while a caller waits. A caller that waits for its 503 sends no other
     * attempt in this time. If it were answered at once, a flood would keep the processors busy
     * with refusals, and hashing has the lowest priority (decision 0037).
     */
    static final int PLACES = 1_024;

    /** One more than are hashed at once: while one asks the store, the others hash. */
    static final int TURNS = Argon2.AT_ONCE + 1;

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final PasswordQueue QUEUE = new PasswordQueue(TURNS, PLACES, PATIENCE);

    private final Argon2 argon2;

    public Passwords(RandomGenerator random) {
        this.argon2 = new Argon2(random);
    }

    /** For this account, which need not exist; refused with 503 if too many wait. */
    public PasswordHash hash(String password, String account, RequestMoment now) {
        return inTurn(account, now, hashing -> hashing.hash(password));
    }

    /** How many passwords this process has hashed, to keep or to compare. */
    public long hashed() {
        return Argon2.hashed();
    }

    <T> T inTurn(String account, RequestMoment now, Function<Argon2, T> act) {
        var caller = new PasswordQueue.Caller(now.network(), account);
        return QUEUE.inTurn(caller, () -> act.apply(argon2));
    }
}
