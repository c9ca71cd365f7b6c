package dev.latchkey.bench;

import dev.latchkey.bench.host.ServerProcess;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Address;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalLong;

/** A server that was running before, with tokens that a user of it consented to. */
final class Running implements Subject {
    private final Calls calls;
    private final Stock stock;

    private Running(Calls calls, Stock stock) {
        this.calls = calls;
        this.stock = stock;
    }

    /** A third of the codes stays what it is; the rest is exchanged. */
    static Running at(Plan.Place.Running place, Plan plan, PrintStream progress) {
        var calls = new Calls(Address.of(place.url()), BenchIdentity.ofDemo(place.data()));
        Browser browser = Browser.signIn(calls);
        var stock = new ObtainedStock(calls.identity().client());
        try (Connection connection = Connection.open(calls.address())) {
            for (int i = 0; i < plan.stock(); i++) {
                String code = browser.consent(connection, calls.identity());
                if (i % 3 == 0) {
                    stock.add(code);
                } else {
                    stock.add(
                            Pair.of(connection.ask(calls.exchange(code)))
                                    .orElseThrow(
                                            () -> new HostFault("a code could not be exchanged")));
                }
                if (i % 500 == 499) {
                    progress.println(
                            "  " + (i + 1) + " of " + plan.stock() + " consents, over HTTP");
                }
            }
            return new Running(calls, stock);
        } catch (IOException broken) {
            throw new HostFault("the tokens could not be obtained", broken);
        }
    }

    @Override
    public Calls calls() {
        return calls;
    }

    @Override
    public Stock stock() {
        return stock;
    }

    @Override
    public Optional<ServerProcess> process() {
        return ServerProcess.listeningOn(calls.address().port());
    }

    @Override
    public OptionalLong storeBytes() {
        return OptionalLong.empty();
    }

    @Override
    public Optional<ManagedServer> managed() {
        return Optional.empty();
    }

    @Override
    public void close() {
        // It was there before and stays.
    }
}
