package dev.latchkey.bench;

import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A mix of requests as on an ordinary day: one sign-in, five refreshes and five hundred checks, in
 * turn.
 */
final class MixedCaller implements Caller {
  private static final int REFRESH_EVERY = 101;
  private static final int TURNS = 1 + 5 * REFRESH_EVERY;

  private final IntrospectCaller checking;
  private final RefreshCaller refreshing;
  private final SignInCaller signingIn;
  private int turn;

  private MixedCaller(
      IntrospectCaller checking, RefreshCaller refreshing, SignInCaller signingIn, int turn) {
    this.checking = checking;
    this.refreshing = refreshing;
    this.signingIn = signingIn;
    this.turn = turn;
  }

  /**
   * Each connection begins at another place of the sequence, so that they do not all sign in at the
   * same time.
   */
  static void run(Trial trial) {
    Browser.SignInPage signInPage = Browser.arrive(trial.calls().address());
    trial.result(
        "mixed",
        trial
            .meter()
            .callers(i ->
                new MixedCaller(
                    new IntrospectCaller(trial.calls(), trial.stock(), i),
                    new RefreshCaller(trial.calls(), TokenMoves.pair(trial)),
                    new SignInCaller(trial, signInPage, i),
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
