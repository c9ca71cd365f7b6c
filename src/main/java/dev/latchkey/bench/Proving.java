package dev.latchkey.bench;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/** After a revocation, not measured: every token that was revoked must be dead. */
record Proving(Queue<byte[]> stock) implements Caller {
    private static final byte[] DEAD = "{\"active\":false}".getBytes(StandardCharsets.US_ASCII);

    static Proving dead(Address address, List<Pair> pairs) {
        return new Proving(
                pairs.stream()
                        .map(pair -> Introspecting.request(address, pair))
                        .collect(Collectors.toCollection(ConcurrentLinkedQueue::new)));
    }

    @Override
    public Optional<byte[]> next() {
        return Optional.ofNullable(stock.poll());
    }

    @Override
    public boolean isRight(Answer answer) {
        return answer.status() == 200 && Arrays.equals(answer.body(), DEAD);
    }
}
