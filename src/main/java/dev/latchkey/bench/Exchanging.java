package dev.latchkey.bench;

import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Exchanges codes from a common stock (contract 4.2) and keeps the pairs. */
record Exchanging(Queue<byte[]> stock, Queue<Pair> pairs) implements Caller {
    static Exchanging all(Address address, Memo memo, List<String> codes, Queue<Pair> pairs) {
        var stock = new ConcurrentLinkedQueue<byte[]>();
        for (String code : codes) {
            stock.add(
                    address.post(
                            "/oauth2/token",
                            Address.FORM,
                            "grant_type=authorization_code&client_id="
                                    + memo.clientId()
                                    + "&client_secret="
                                    + memo.clientSecret()
                                    + "&code="
                                    + code));
        }
        return new Exchanging(stock, pairs);
    }

    @Override
    public Optional<byte[]> next() {
        return Optional.ofNullable(stock.poll());
    }

    @Override
    public boolean isRight(Answer answer) {
        Optional<Pair> pair = Pair.of(answer);
        pair.ifPresent(pairs::add);
        return pair.isPresent();
    }
}
