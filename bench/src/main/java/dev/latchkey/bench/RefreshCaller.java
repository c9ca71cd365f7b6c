package dev.latchkey.bench;

import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.Optional;

/** Rotates one pair again and again (contract 4.3): each request presents what the last gave. */
final class Refreshing implements Caller {
    private final Calls calls;
    private Pair current;

    Refreshing(Calls calls, Pair first) {
        this.calls = calls;
        this.current = first;
    }

    Pair current() {
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
        Optional<Pair> fresh = Pair.of(answer);
        boolean rotated =
                fresh.isPresent()
                        && !fresh.get().access().equals(current.access())
                        && !fresh.get().refresh().equals(current.refresh());
        current = fresh.orElse(current);
        return rotated;
    }
}
