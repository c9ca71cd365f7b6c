package dev.latchkey.bench;

import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.Optional;
import java.util.SplittableRandom;

/** A day of a platform: one sign-in to five refreshes to five hundred checks, in turn. */
final class Mixing implements Caller {
    private static final int REFRESH_EVERY = 101;
    private static final int TURNS = 1 + 5 * REFRESH_EVERY;

    private final Introspecting checking;
    private final Refreshing refreshing;
    private final SigningIn signingIn;
    private int turn;

    private Mixing(Introspecting checking, Refreshing refreshing, SigningIn signingIn, int turn) {
        this.checking = checking;
        this.refreshing = refreshing;
        this.signingIn = signingIn;
        this.turn = turn;
    }

    /** Each connection begins somewhere else, so that they do not all sign in at once. */
    static void run(Trial trial) {
        Browser.SignInPage signInPage = Browser.arrive(trial.calls().address());
        trial.result(
                "mixed",
                trial.meter()
                        .callers(i ->
                                new Mixing(
                                        new Introspecting(trial.calls(), trial.stock(), i),
                                        new Refreshing(trial.calls(), TokenMoves.pair(trial)),
                                        new SigningIn(trial, signInPage, i),
                                        new SplittableRandom(i).nextInt(TURNS))));
    }

    @Override
    public Address address() {
        return checking.address();
    }

    @Override
    public Optional<byte[]> next() {
        turn = (turn + 1) % TURNS;
        return current().next();
    }

    @Override
    public boolean isRight(Answer answer) {
        return current().isRight(answer);
    }

    private Caller current() {
        if (turn == 0) {
            return signingIn;
        }
        return turn % REFRESH_EVERY == 0 ? refreshing : checking;
    }
}
