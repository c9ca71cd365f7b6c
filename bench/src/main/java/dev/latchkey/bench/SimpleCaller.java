package dev.latchkey.bench;

import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A caller that judges each answer by itself, independently of earlier requests. */
record SimpleCaller(Address address, Supplier<Optional<byte[]>> requests, Predicate<Answer> right)
    implements Caller {
  /** A caller that sends the same request again and again. */
  static SimpleCaller always(Address address, byte[] request, Predicate<Answer> right) {
    return new SimpleCaller(address, () -> Optional.of(request), right);
  }

  /** Accepts a 200 with exactly this body. */
  static Predicate<Answer> exactly(byte[] body) {
    return answer -> answer.status() == 200 && Arrays.equals(answer.body(), body);
  }

  @Override
  public Optional<byte[]> next() {
    return requests.get();
  }

  @Override
  public boolean isRight(Answer answer) {
    return right.test(answer);
  }
}
