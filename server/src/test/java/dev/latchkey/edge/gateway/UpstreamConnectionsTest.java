package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.RawConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * How many connections are opened to a service, and what happens to the calls that wait for one.
 */
@SuppressWarnings("NullAway.Init") // Each test starts its own.
class UpstreamConnectionsTest {
  /**
   * Each event loop has an equal share of the connections, and there is one event loop for each
   * processor.
   */
  private static final int LOOPS = Runtime.getRuntime().availableProcessors();

  private static final Executor THREADS = act -> Thread.ofVirtual().start(act);

  private final AtomicInteger now = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final CountDownLatch mayAnswer = new CountDownLatch(1);
  private final Upstream upstream = Upstream.that(this::serve);
  private Latchkey latchkey;
  private String token;

  @AfterEach
  void stop() {
    mayAnswer.countDown();
    latchkey.close();
    upstream.close();
  }

  private void start(String address, int connections, int waitMillis) {
    latchkey =
        Latchkey.start(
            Store.SQLITE, settings -> Issues.bounded(settings, address, connections, waitMillis));
    token = latchkey.machine(latchkey.person(), Optional.empty()).token();
  }

  private void serve(Upstream.Call call) throws IOException {
    most.accumulateAndGet(now.incrementAndGet(), Math::max);
    try {
      if (call.head().contains("/held ")) {
        mayAnswer.await();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    now.decrementAndGet();
    call.answerOk("ok");
  }

  @Test
  void no_more_connections_are_open_than_allowed_and_further_calls_wait() {
    start(upstream.address(), 2 * LOOPS, 60_000);
    List<CompletableFuture<Answer>> calls = held(20 * LOOPS);
    Poll.until(() -> now.get() == 2 * LOOPS, "calls at the service");
    mayAnswer.countDown();

    assertThat(calls).allSatisfy(call -> assertThat(call.join().body()).isEqualTo("ok"));

    assertThat(most).hasValue(2 * LOOPS);
    assertThat(upstream.connections()).isEqualTo(2 * LOOPS);
  }

  @Test
  void a_call_that_waits_too_long_is_503_and_may_come_again() {
    start(upstream.address(), LOOPS, 200);
    List<CompletableFuture<Answer>> calls = held(8 * LOOPS);
    Poll.until(
        () -> calls.stream().filter(CompletableFuture::isDone).count() == 7L * LOOPS,
        "the rest refused");
    mayAnswer.countDown();

    List<Answer> answers = calls.stream().map(CompletableFuture::join).toList();

    assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(LOOPS);
    assertThat(answers.stream().filter(answer -> answer.status() == 503))
        .hasSize(7 * LOOPS)
        .allSatisfy(answer -> {
          assertThat(answer.error()).isEqualTo("temporarily_unavailable");
          assertThat(answer.header("Retry-After")).matches("[1-9][0-9]*");
        });
    assertThat(call("1").status()).isEqualTo(200);
  }

  /** A connection whose TLS handshake fails must be subtracted from the count once, not twice. */
  @Test
  void the_bound_holds_however_many_connections_fail() throws IOException {
    try (var noTls = new ServerSocket(0, 64, InetAddress.getLoopbackAddress())) {
      THREADS.execute(() -> hangUpOnAll(noTls));
      String addresses = "https://127.0.0.1:" + noTls.getLocalPort() + ", " + upstream.address();
      start(addresses, LOOPS, 60_000);
      for (int i = 0; i < 4 * LOOPS; i++) {
        assertThat(call("1").status()).isEqualTo(200);
      }
      List<CompletableFuture<Answer>> calls = held(10 * LOOPS);
      Poll.until(() -> now.get() == LOOPS, "calls at the service");
      mayAnswer.countDown();

      assertThat(calls).allSatisfy(call -> assertThat(call.join().status()).isEqualTo(200));
      assertThat(most).hasValueLessThanOrEqualTo(LOOPS);
    }
  }

  @Test
  void a_connection_that_a_service_closes_makes_room_for_another() {
    try (Upstream closing =
        Upstream.that(call -> {
          call.answer("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
          call.socket().close();
        })) {
      start(closing.address(), LOOPS, 60_000);

      List<Integer> statuses = Crowd.of(40 * LOOPS, i -> call("1").status());

      assertThat(statuses).containsOnly(200);
    }
  }

  @Test
  void a_caller_who_leaves_the_queue_takes_no_connection() {
    start(upstream.address(), LOOPS, 60_000);
    List<CompletableFuture<Answer>> first = held(LOOPS);
    Poll.until(() -> now.get() > 0, "calls at the service");
    for (int i = 0; i < 10; i++) {
      try (RawConnection impatient = RawConnection.to(latchkey.port())) {
        impatient.send(
            "GET /openapi/v2/issues/held HTTP/1.1\r\nHost: localhost:"
                + latchkey.port()
                + "\r\nAuthorization: Bearer "
                + token
                + "\r\n\r\n");
      }
    }
    mayAnswer.countDown();
    assertThat(first).allSatisfy(call -> assertThat(call.join().status()).isEqualTo(200));

    assertThat(Crowd.of(4 * LOOPS, i -> call("1").status())).containsOnly(200);
  }

  @Test
  void a_name_is_looked_up() {
    start(upstream.address().replace("127.0.0.1", "localhost"), LOOPS, 2_000);

    assertThat(call("1").body()).isEqualTo("ok");
    assertThat(upstream.heads().getFirst())
        .containsIgnoringCase("\r\nHost: localhost:" + upstream.address().substring(17));
  }

  @Test
  void an_unknown_host_name_is_502_and_the_next_address_serves() {
    start("http://no-such-name.invalid:1", LOOPS, 2_000);
    for (int i = 0; i < 3 * LOOPS; i++) {
      assertThat(call("1").status()).isEqualTo(502);
    }
    latchkey.close();

    start("http://no-such-name.invalid:1, " + upstream.address(), LOOPS, 2_000);
    for (int i = 0; i < 3 * LOOPS; i++) {
      assertThat(call("1").status()).isEqualTo(200);
    }
  }

  private static void hangUpOnAll(ServerSocket listener) {
    while (true) {
      try {
        // Closes the connection in the middle of the handshake.
        listener.accept().close();
      } catch (IOException closed) {
        return;
      }
    }
  }

  private List<CompletableFuture<Answer>> held(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> CompletableFuture.supplyAsync(() -> call("held"), THREADS))
        .toList();
  }

  private Answer call(String issue) {
    return Http.here()
        .get(latchkey.url() + "/openapi/v2/issues/" + issue, "Authorization", "Bearer " + token);
  }
}
