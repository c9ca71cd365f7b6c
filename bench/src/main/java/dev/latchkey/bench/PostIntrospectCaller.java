package dev.latchkey.bench;

import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Many clients introspect tokens of their own by POST, each proving itself by HTTP Basic (RFC
 * 7662). Every request is of a token picked at random, so two in a row are rarely of one client.
 */
final class ClientChecks implements Caller {
    private final Calls calls;
    private final Supplier<Optional<ClientToken>> picking;
    private Optional<ClientToken> picked = Optional.empty();

    private ClientChecks(Calls calls, Supplier<Optional<ClientToken>> picking) {
        this.calls = calls;
        this.picking = picking;
    }

    static List<ClientChecks> ofAny(Trial trial) {
        Stock stock = trial.stock();
        return trial.meter()
                .callers(i -> {
                    var random = new SplittableRandom(i);
                    return new ClientChecks(
                            trial.calls(),
                            () -> Optional.of(stock.ofClient(random.nextLong(stock.ofClients()))));
                });
    }

    /** Callers that ask about every token of the clients between them, once. */
    static List<ClientChecks> eachOnce(Trial trial) {
        Stock stock = trial.stock();
        PrimitiveIterator.OfLong each = LongStream.range(0, stock.ofClients()).iterator();
        return trial.meter()
                .callers(i ->
                        new ClientChecks(
                                trial.calls(),
                                () ->
                                        each.hasNext()
                                                ? Optional.of(stock.ofClient(each.nextLong()))
                                                : Optional.empty()));
    }

    @Override
    public Address address() {
        return calls.address();
    }

    @Override
    public Optional<byte[]> next() {
        picked = picking.get();
        return picked.map(calls::introspect);
    }

    @Override
    public boolean isRight(Answer answer) {
        String text = answer.text();
        return answer.status() == 200
                && text.contains("\"active\":true")
                && picked.map(token -> text.contains(token.client().id())).orElse(false)
                && picked.flatMap(ClientToken::subject).map(text::contains).orElse(true);
    }
}
