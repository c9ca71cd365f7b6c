package dev.latchkey.bench;

import dev.latchkey.bench.store.Batch;
import dev.latchkey.bench.store.Derived;
import java.util.Optional;

/** What was filled in, derived again from its numbers. */
final class FilledStock implements Stock {
    private final Derived derived;
    private final long live;
    private final long pairs;
    private final long codes;
    private long takenPairs;
    private long takenCodes;

    FilledStock(Derived derived, long live, long pairs, long codes) {
        this.derived = derived;
        this.live = live;
        this.pairs = pairs;
        this.codes = codes;
    }

    @Override
    public long live() {
        return live;
    }

    @Override
    public String access(long i) {
        return derived.access(i).reveal();
    }

    @Override
    public Optional<String> subject(long i) {
        return Optional.of(derived.user(Batch.user(Batch.Kind.LIVE, i)).value());
    }

    @Override
    public long pairs() {
        return pairs - takenPairs;
    }

    @Override
    public long codes() {
        return codes - takenCodes;
    }

    @Override
    public Optional<Pair> takePair() {
        if (takenPairs == pairs) {
            return Optional.empty();
        }
        long number = Batch.Kind.SPARE.number(takenPairs++);
        return Optional.of(
                new Pair(derived.access(number).reveal(), derived.refresh(number).reveal()));
    }

    @Override
    public Optional<String> takeCode() {
        return takenCodes == codes
                ? Optional.empty()
                : Optional.of(derived.code(Batch.Kind.CODE.number(takenCodes++)).reveal());
    }
}
