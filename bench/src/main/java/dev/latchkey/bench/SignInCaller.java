package dev.latchkey.bench;

import dev.latchkey.bench.store.Batch;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * People who sign in, each with the right password. The server may refuse them with 429 or 503, so
 * that they try again later.
 */
final class SignInCaller implements Caller {
  private final Browser.SignInPage signInPage;
  private final String password;
  private final long users;
  private final SplittableRandom picking;
  private long signedIn;
  private long refused;
  private long wrong;

  SignInCaller(Trial trial, Browser.SignInPage signInPage, long seed) {
    this.signInPage = signInPage;
    this.password = trial.calls().identity().password();
    this.users = Batch.users(trial.stock().activeTokens());
    this.picking = new SplittableRandom(seed);
  }

  long signedIn() {
    return signedIn;
  }

  long refused() {
    return refused;
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
    return Optional.of(signInPage.signInRequest(Batch.email(picking.nextLong(users)), password));
  }

  @Override
  public boolean isRight(Answer answer) {
    switch (answer.status()) {
      case 303 -> signedIn++;
      case 429, 503 -> refused++;
      default -> wrong++;
    }
    return wrong == 0;
  }
}
