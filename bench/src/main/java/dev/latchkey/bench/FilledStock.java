package dev.latchkey.bench;

import dev.latchkey.bench.store.Batch;
import dev.latchkey.bench.store.Derived;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What was filled in, derived again from its numbers. */
final class FilledStock implements Stock {
    private final Derived derived;
    private final long live;
    private final long pairs;
    private final long codes;
    private final long ofClients;
    private final List<ClientToken.Client> clients;
    private long takenPairs;
    private long takenCodes;

    /** {@code stock} of each kind that is used up, and as many tokens of clients. */
    FilledStock(Derived derived, long live, long stock) {
        this.derived = derived;
        this.live = live;
        this.pairs = stock;
        this.codes = stock;
        this.ofClients = stock;
        this.clients =
                IntStream.range(0, Batch.CLIENTS)
                        .mapToObj(i ->
                                ClientToken.Client.of(
                                        derived.client(i).value(),
                                        derived.clientSecret(i).reveal()))
                        .toList();
    }

    /** Live tokens of one credential, and nothing else. */
    static FilledStock of(Derived derived, long live) {
        return new FilledStock(derived, live, 0);
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
    public long ofClients() {
        return ofClients;
    }

    @Override
    public ClientToken ofClient(long i) {
        return new ClientToken(
                clients.get((int) Batch.client(i)),
                derived.access(Batch.Kind.CLIENT.number(i)).reveal(),
                Optional.of(derived.user(Batch.user(Batch.Kind.CLIENT, i)).value()));
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
