package dev.latchkey.bench;

import dev.latchkey.bench.store.Batch;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * People who sign in, each with the right password. The server may ask them to come again later.
 */
final class SigningIn implements Caller {
    private final Browser.SignInPage signInPage;
    private final String password;
    private final long users;
    private final SplittableRandom picking;
    private long in;
    private long sentAway;
    private long wrong;

    SigningIn(Trial trial, Browser.SignInPage signInPage, long seed) {
        this.signInPage = signInPage;
        this.password = trial.calls().identity().password();
        this.users = Batch.users(trial.stock().live());
        this.picking = new SplittableRandom(seed);
    }

    long in() {
        return in;
    }

    long sentAway() {
        return sentAway;
    }

    long wrong() {
        return wrong;
    }

    @Override
    public Address address() {
        return signInPage.address();
    }

    @Override
    public Optional<byte[]> next() {
        return Optional.of(signInPage.attempt(Batch.email(picking.nextLong(users)), password));
    }

    @Override
    public boolean isRight(Answer answer) {
        switch (answer.status()) {
            case 303 -> in++;
            case 429, 503 -> sentAway++;
            default -> wrong++;
        }
        return wrong == 0;
    }
}
