package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.Postgres;
import dev.latchkey.bench.host.Served;
import dev.latchkey.bench.host.ServerProcess;
import dev.latchkey.bench.store.Batch;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Address;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A server of the benchmark's own that the benchmark starts, on a store that it fills. */
final class ManagedServer implements Subject {
    private static final String LOOK_UPS = "latchkey_store_lookups_total ";

    private final Databases databases;
    private final Supplier<BenchStore> stores;
    private final BenchStore store;
    private final Cores cores;
    private final Served upstream;
    private final Stock stock;
    private Served server;

    private ManagedServer(
            Databases databases,
            Supplier<BenchStore> stores,
            BenchStore store,
            Cores cores,
            Served upstream,
            Stock stock) {
        this.databases = databases;
        this.stores = stores;
        this.store = store;
        this.cores = cores;
        this.upstream = upstream;
        this.stock = stock;
        this.server = store.serveWatched(cores::measured, upstream.address());
    }

    static ManagedServer start(Databases databases, Plan plan, Cores cores, PrintStream progress) {
        Supplier<BenchStore> stores = () -> BenchStore.found(databases.fresh(), progress);
        BenchStore store = stores.get();
        store.fill(
                Batch.first(Batch.Kind.LIVE, plan.tokens()),
                Batch.first(Batch.Kind.ENDED, plan.stock()),
                Batch.first(Batch.Kind.SPARE, plan.stock()),
                Batch.first(Batch.Kind.CODE, plan.stock()),
                Batch.first(Batch.Kind.CLIENT, plan.stock()));
        var stock = new FilledStock(store.derived(), plan.tokens(), plan.stock());
        return new ManagedServer(
                databases,
                stores,
                store,
                cores,
                Served.fixed(cores::beside, FixedAnswer.INTROSPECTION_BYTES),
                stock);
    }

    Optional<Postgres> postgres() {
        return databases.postgres();
    }

    /** A store beside this one, empty but for what every store has. */
    BenchStore another() {
        return stores.get();
    }

    BenchStore store() {
        return store;
    }

    /** What stands behind the gateway. */
    Served upstream() {
        return upstream;
    }

    Served server() {
        return server;
    }

    /** How many tokens the server has asked its store about since it started. */
    long lookUps() {
        Address figures = server.figures().orElseThrow();
        try (Connection connection = Connection.open(figures)) {
            return Browser.expect(200, connection.ask(figures.get("/metrics")))
                    .text()
                    .lines()
                    .filter(line -> line.startsWith(LOOK_UPS))
                    .map(line -> line.substring(LOOK_UPS.length()))
                    .mapToLong(number -> (long) Double.parseDouble(number))
                    .findFirst()
                    .orElseThrow(() -> new HostFault("the server does not count its look-ups"));
        } catch (IOException broken) {
            throw new HostFault("the server does not show its figures", broken);
        }
    }

    void stop() {
        server.close();
    }

    void restart() {
        stop();
        server = store.serveWatched(cores::measured, upstream.address());
    }

    @Override
    public Calls calls() {
        return new Calls(server.address(), store.identity());
    }

    @Override
    public Stock stock() {
        return stock;
    }

    @Override
    public Optional<ServerProcess> process() {
        return Optional.of(server.process());
    }

    @Override
    public OptionalLong storeBytes() {
        return OptionalLong.of(store.census().bytes());
    }

    @Override
    public Optional<ManagedServer> managed() {
        return Optional.of(this);
    }

    @Override
    public void close() {
        server.close();
        upstream.close();
        store.close();
        databases.close();
    }
}
