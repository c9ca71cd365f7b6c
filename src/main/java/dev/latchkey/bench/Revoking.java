package dev.latchkey.bench;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Revokes live tokens from a common stock (contract 4.6). */
record Revoking(Queue<byte[]> stock) implements Caller {
    private static final byte[] DONE = "{}".getBytes(StandardCharsets.US_ASCII);

    static Revoking all(Address address, Memo memo, List<Pair> pairs) {
        var stock = new ConcurrentLinkedQueue<byte[]>();
        for (Pair pair : pairs) {
            stock.add(
                    address.post(
                            "/oauth2/revoke",
                            Address.JSON,
                            "{\"client_id\":\""
                                    + memo.clientId()
                                    + "\",\"client_secret\":\""
                                    + memo.clientSecret()
                                    + "\",\"access_token\":\""
                                    + pair.access()
                                    + "\"}"));
        }
        return new Revoking(stock);
    }

    @Override
    public Optional<byte[]> next() {
        return Optional.ofNullable(stock.poll());
    }

    @Override
    public boolean isRight(Answer answer) {
        return answer.status() == 200 && Arrays.equals(answer.body(), DONE);
    }
}
