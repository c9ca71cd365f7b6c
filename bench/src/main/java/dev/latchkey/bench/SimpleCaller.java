package dev.latchkey.bench;

import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A caller whose answers are right or wrong whatever was asked before. */
record Asking(Address address, Supplier<Optional<byte[]>> requests, Predicate<Answer> right)
        implements Caller {
    /** The same again and again. */
    static Asking always(Address address, byte[] request, Predicate<Answer> right) {
        return new Asking(address, () -> Optional.of(request), right);
    }

    /** A 200 with exactly these bytes. */
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
