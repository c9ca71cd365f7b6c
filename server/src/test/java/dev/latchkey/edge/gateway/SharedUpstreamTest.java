package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.MeasuresTime;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.RawConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The connections to a service are shared by its callers: none can keep them from the others. */
@SuppressWarnings("NullAway.Init") // Each test starts its own.
@MeasuresTime
class SharedUpstreamTest {
  private static final int LOOPS = Runtime.getRuntime().availableProcessors();
  private static final int CONNECTIONS = 4 * LOOPS;

  private final Semaphore answers = new Semaphore(0);
  private final List<RawConnection> connections = new ArrayList<>();
  private final AtomicBoolean isStopped = new AtomicBoolean();
  private final Upstream upstream = Upstream.that(this::serve);
  private Latchkey latchkey;
  private String greedy;
  private String modest;

  @AfterEach
  void stop() {
    isStopped.set(true);
    answers.release(10_000);
    connections.forEach(RawConnection::close);
    latchkey.close();
    upstream.close();
  }

  private void start(int waitMillis) {
    latchkey =
        Latchkey.start(
            Store.SQLITE,
            settings -> Issues.bounded(settings, upstream.address(), CONNECTIONS, waitMillis));
    greedy = latchkey.machine(latchkey.person(), Optional.empty()).token();
    modest = latchkey.machine(latchkey.person(), Optional.empty()).token();
  }

  private void serve(Upstream.Call call) throws IOException {
    if (call.head().contains("/endless ")) {
      call.answer("HTTP/1.1 200 OK\r\nContent-Length: " + (1L << 40) + "\r\n\r\n");
      while (!isStopped.get()) {
        call.out().write(new byte[65_536]);
      }
    }
    if (call.head().contains("/events ")) {
      call.answer("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
      call.in().read();
      return;
    }
    if (call.head().contains("/tunnel ")) {
      call.answer(
          String.join(
              "\r\n",
              "HTTP/1.1 101 Switching Protocols",
              "Upgrade: websocket",
              "Connection: Upgrade",
              "",
              ""));
      call.in().read();
      return;
    }
    call.body();
    if (call.head().contains("/held")) {
      answers.acquireUninterruptibly();
    }
    call.answerOk("ok");
  }

  @Test
  void callers_who_send_slowly_give_way_while_others_wait() {
    start(5_000);
    for (int i = 0; i < 2 * CONNECTIONS; i++) {
      String head = head("POST", "/slow", greedy) + "Content-Length: 1000000\r\n\r\n";
      open().send(head + "x".repeat(3_000));
    }
    Poll.until(() -> upstream.heads().size() == CONNECTIONS, "all connections are busy");

    RawConnection.Reply answer = open().send(head("GET", "/1", modest) + "\r\n").answer();

    assertThat(answer.status()).isEqualTo(200);
  }

  @Test
  void callers_who_read_slowly_give_way_while_others_wait() {
    start(5_000);
    for (int i = 0; i < CONNECTIONS; i++) {
      var slow = RawConnection.withLittleRoom(latchkey.port());
      connections.add(slow.send(head("GET", "/endless", greedy) + "\r\n"));
    }
    Poll.until(() -> upstream.heads().size() == CONNECTIONS, "all connections are busy");

    RawConnection.Reply answer = open().send(head("GET", "/1", modest) + "\r\n").answer();

    assertThat(answer.status()).isEqualTo(200);
  }

  /** The greedy caller has twenty calls for each of the modest one, and they came first. */
  @Test
  void callers_take_turns_however_many_calls_one_has() {
    start(60_000);
    for (int i = 0; i < 20 * CONNECTIONS; i++) {
      open().send(head("GET", "/held", greedy) + "\r\n");
    }
    Poll.until(() -> upstream.heads().size() == CONNECTIONS, "all connections are busy");
    for (int i = 0; i < LOOPS; i++) {
      open().send(head("GET", "/held?modest", modest) + "\r\n");
    }

    while (upstream.heads().stream().filter(SharedUpstreamTest::isModest).count() < LOOPS) {
      int begun = upstream.heads().size();
      answers.release();
      Poll.until(() -> upstream.heads().size() > begun, "the next call has its turn");
    }

    assertThat(upstream.heads()).as("of 20 times as many").hasSizeLessThan(8 * CONNECTIONS);
  }

  private static boolean isModest(String head) {
    return head.contains("?modest ");
  }

  @Test
  void half_of_the_connections_are_kept_from_websockets() {
    start(2_000);
    for (int i = 0; i < CONNECTIONS; i++) {
      assertThat(openTunnel()).isEqualTo(i < CONNECTIONS / 2 ? 101 : 503);
    }

    RawConnection.Reply answer = open().send(head("GET", "/1", modest) + "\r\n").answer();

    assertThat(answer.status()).isEqualTo(200);
    connections.getFirst().close();
    Poll.until(() -> openTunnel() == 101, "its place is free");
  }

  /** The service says nothing in these streams, and nobody can say whether it will. */
  @Test
  void event_streams_give_way_while_others_wait_until_half_of_the_connections_are_left() {
    start(5_000);
    for (int i = 0; i < CONNECTIONS; i++) {
      RawConnection one = open().send(head("GET", "/events", greedy) + "\r\n");
      assertThat(one.answer().status()).isEqualTo(200);
    }

    for (int i = 0; i < 2 * CONNECTIONS; i++) {
      try (var one = RawConnection.to(latchkey.port())) {
        one.send(head("GET", "/1", modest) + "\r\n");
        assertThat(one.answer().status()).isEqualTo(200);
      }
    }

    Poll.until(() -> latchkey.traffic().open() < CONNECTIONS, "streams have given way");
    assertThat(latchkey.traffic().open()).isGreaterThanOrEqualTo(CONNECTIONS / 2);
  }

  private RawConnection open() {
    RawConnection one = RawConnection.to(latchkey.port());
    connections.add(one);
    return one;
  }

  private int openTunnel() {
    RawConnection one = open();
    one.send(
        head("GET", "/tunnel", greedy)
            + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version:"
            + " 13\r\nSec-WebSocket-Key: a2V5\r\n\r\n");
    return one.answer().status();
  }

  private String head(String method, String path, String token) {
    return method
        + " /openapi/v2/issues"
        + path
        + " HTTP/1.1\r\nHost: localhost:"
        + latchkey.port()
        + "\r\nAuthorization: Bearer "
        + token
        + "\r\n";
  }
}
