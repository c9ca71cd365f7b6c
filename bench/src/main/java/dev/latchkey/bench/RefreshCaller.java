package dev.latchkey.bench;

import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.Optional;

/**
 * Rotates one pair again and again (contract 4.3). Each request presents the refresh token of the
 * previous answer.
 */
final class RefreshCaller implements Caller {
  private final Calls calls;
  private IssuedPair current;

  RefreshCaller(Calls calls, IssuedPair first) {
    this.calls = calls;
    this.current = first;
  }

  IssuedPair current() {
    return current;
  }

  @Override
  public Address address() {
    return calls.address();
  }

  @Override
  public Optional<byte[]> next() {
    return Optional.of(calls.refresh(current.refresh()));
  }

  @Override
  public boolean isRight(Answer answer) {
    Optional<IssuedPair> fresh = IssuedPair.of(answer);
    boolean rotated =
        fresh.isPresent()
            && !fresh.get().access().equals(current.access())
            && !fresh.get().refresh().equals(current.refresh());
    current = fresh.orElse(current);
    return rotated;
  }
}
