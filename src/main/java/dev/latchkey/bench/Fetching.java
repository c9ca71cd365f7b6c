package dev.latchkey.bench;

import java.util.Arrays;
import java.util.Optional;

/** Asks for the fixed body, again and again. */
record Fetching(byte[] request) implements Caller {
    static Fetching at(Address address) {
        return new Fetching(address.get(FixedServer.PATH));
    }

    @Override
    public Optional<byte[]> next() {
        return Optional.of(request);
    }

    @Override
    public boolean isRight(Answer answer) {
        return answer.status() == 200 && Arrays.equals(answer.body(), FixedServer.BODY);
    }
}
