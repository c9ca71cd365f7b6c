package dev.latchkey.bench;

import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.Optional;
import java.util.OptionalLong;

/** Checks the tokens that are revoked, one after the other, and notes the last active answer. */
final class RevocationWatch implements Caller {
  private final Calls calls;
  private final long[] grants;
  private final SizedTokens tokens;
  private int next;
  private volatile OptionalLong lastActive = OptionalLong.empty();

  RevocationWatch(Calls calls, long[] grants, SizedTokens tokens) {
    this.calls = calls;
    this.grants = grants;
    this.tokens = tokens;
  }

  @Override
  public Address address() {
    return calls.address();
  }

  @Override
  public Optional<byte[]> next() {
    return Optional.of(calls.introspect(tokens.access(grants[next++ % grants.length])));
  }

  @Override
  public boolean isRight(Answer answer) {
    if (IntrospectCaller.isInactive(answer)) {
      return true;
    }
    lastActive = OptionalLong.of(System.nanoTime());
    return answer.status() == 200;
  }

  /** When an answer said last that a token is active. Empty if none did. */
  OptionalLong lastActiveNanos() {
    return lastActive;
  }
}
