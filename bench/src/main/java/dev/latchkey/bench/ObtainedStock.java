package dev.latchkey.bench;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/** What a server gave; a half of the pairs is kept to be looked at. */
final class ObtainedStock implements Stock {
    private final Queue<String> codes = new ArrayDeque<>();
    private final Queue<Pair> spare = new ArrayDeque<>();
    private final List<Pair> kept = new ArrayList<>();
    private final ClientToken.Client client;

    /** All of it belongs to this client. */
    ObtainedStock(ClientToken.Client client) {
        this.client = client;
    }

    void add(String code) {
        codes.add(code);
    }

    void add(Pair pair) {
        if (kept.size() <= spare.size()) {
            kept.add(pair);
        } else {
            spare.add(pair);
        }
    }

    @Override
    public long live() {
        return kept.size();
    }

    @Override
    public String access(long i) {
        return kept.get((int) i).access();
    }

    @Override
    public Optional<String> subject(long i) {
        return Optional.empty();
    }

    @Override
    public long ofClients() {
        return live();
    }

    @Override
    public ClientToken ofClient(long i) {
        return new ClientToken(client, access(i), Optional.empty());
    }

    @Override
    public long pairs() {
        return spare.size();
    }

    @Override
    public long codes() {
        return codes.size();
    }

    @Override
    public Optional<Pair> takePair() {
        return Optional.ofNullable(spare.poll());
    }

    @Override
    public Optional<String> takeCode() {
        return Optional.ofNullable(codes.poll());
    }
}
