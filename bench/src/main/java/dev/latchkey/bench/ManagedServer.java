package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.Postgres;
import dev.latchkey.bench.host.ServerProcess;
import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.bench.store.Batch;
import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A server that the benchmark starts, on a store that the benchmark fills. */
final class ManagedServer implements ServerUnderTest {
  private final Databases databases;
  private final Supplier<BenchStore> stores;
  private final BenchStore store;
  private final Cores cores;
  private final StartedServer upstream;
  private final TokenStock stock;
  private StartedServer server;

  private ManagedServer(
      Databases databases,
      Supplier<BenchStore> stores,
      BenchStore store,
      Cores cores,
      StartedServer upstream,
      TokenStock stock) {
    this.databases = databases;
    this.stores = stores;
    this.store = store;
    this.cores = cores;
    this.upstream = upstream;
    this.stock = stock;
    this.server = store.serveWithMetrics(cores::forServer, upstream.address());
  }

  static ManagedServer start(Databases databases, Plan plan, Cores cores, PrintStream progress) {
    Supplier<BenchStore> stores = () -> BenchStore.create(databases.createEmpty(), progress);
    BenchStore store = stores.get();
    store.fill(
        Batch.first(Batch.Kind.ACTIVE, plan.tokens()),
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
        StartedServer.fixed(cores::forLoad, FixedAnswer.INTROSPECTION_BYTES),
        stock);
  }

  Optional<Postgres> postgres() {
    return databases.postgres();
  }

  /** Creates another store. It contains only what every store contains. */
  BenchStore createAnotherStore() {
    return stores.get();
  }

  BenchStore store() {
    return store;
  }

  /** The service behind the gateway. */
  StartedServer upstream() {
    return upstream;
  }

  StartedServer server() {
    return server;
  }

  /** How many tokens the server has looked up in its store since it started. */
  long lookUps() {
    return ServerMetrics.of(server).lookUps();
  }

  void stop() {
    server.close();
  }

  void restart() {
    stop();
    server = store.serveWithMetrics(cores::forServer, upstream.address());
  }

  @Override
  public Calls calls() {
    return new Calls(server.address(), store.identity());
  }

  @Override
  public TokenStock stock() {
    return stock;
  }

  @Override
  public Optional<ServerProcess> process() {
    return Optional.of(server.process());
  }

  @Override
  public OptionalLong storeBytes() {
    return OptionalLong.of(store.statistics().bytes());
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
