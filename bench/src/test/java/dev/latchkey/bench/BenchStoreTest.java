package dev.latchkey.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.FixedServer;
import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.bench.store.Batch;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A store that the benchmark has filled, with a server that the benchmark has started. */
class BenchStoreTest {
  private static final int COUNT = 300;

  private static FixedServer upstream;
  private static BenchStore store;
  private static StartedServer server;
  private static FilledStock stock;

  @BeforeAll
  static void start() {
    var quiet = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    upstream = FixedServer.start(FixedAnswer.ofNetty(FixedAnswer.INTROSPECTION_BYTES));
    store = BenchStore.create(Optional.empty(), quiet);
    store.fill(Batch.first(Batch.Kind.ACTIVE, COUNT), Batch.first(Batch.Kind.CLIENT, COUNT));
    server =
        store.serve(UnaryOperator.identity(), Address.of("http://localhost:" + upstream.port()));
    stock = new FilledStock(store.derived(), COUNT, COUNT);
  }

  @AfterAll
  static void stop() {
    server.close();
    store.close();
    upstream.close();
  }

  @Test
  void a_client_sees_a_token_of_its_own_by_post() throws IOException {
    for (long i : new long[] {0, 1, Batch.CLIENTS, COUNT - 1}) {
      ClientToken token = stock.clientToken(i);

      String answer = ask(token).text();

      assertThat(answer).contains("\"active\":true", token.client().id());
      assertThat(answer).contains(token.subject().orElseThrow());
    }
  }

  @Test
  void a_client_does_not_see_a_token_of_another() throws IOException {
    ClientToken one = stock.clientToken(0);
    ClientToken other = stock.clientToken(1);

    Answer answer = ask(new ClientToken(one.client(), other.access(), other.subject()));

    assertThat(IntrospectCaller.isInactive(answer)).isTrue();
  }

  @Test
  void neighbours_belong_to_different_clients() {
    assertThat(stock.clientToken(0).client()).isNotEqualTo(stock.clientToken(1).client());
    assertThat(stock.clientToken(0).client()).isEqualTo(stock.clientToken(Batch.CLIENTS).client());
  }

  @Test
  void a_call_passes_the_gateway_to_the_fixed_answer() throws IOException {
    var calls = new Calls(server.address(), store.identity());
    byte[] call = calls.call(FixedServer.OPEN_PATH, stock.access(0));

    try (Connection connection = Connection.open(server.address())) {
      assertThat(connection.ask(call).text()).startsWith("{\"fixed\":");
    }
  }

  private static Answer ask(ClientToken token) throws IOException {
    try (Connection connection = Connection.open(server.address())) {
      return connection.ask(new Calls(server.address(), store.identity()).introspect(token));
    }
  }
}
