package dev.latchkey.edge.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.Traffic.Cut;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.RawConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Security row 120: the connections and the memory that clients can use are bounded. A well-behaved
 * client is served while others try to use everything.
 */
@SuppressWarnings("NullAway.Init") // Each test starts its own.
class ConnectionLimitsTest {
  /**
   * The event loops get new connections in turn, and there is one event loop for each processor.
   */
  private static final int LOOPS = Runtime.getRuntime().availableProcessors();

  private static final int TOTAL = 16 * LOOPS;
  private static final int MANY = 1_000_000;
  private static final long MEGABYTE = 1_048_576;

  private final CountDownLatch mayAnswer = new CountDownLatch(1);
  private final List<RawConnection> connections = new ArrayList<>();
  private final Upstream upstream = Upstream.that(this::serve);
  private Latchkey latchkey;
  private String token;

  @AfterEach
  void stop() {
    mayAnswer.countDown();
    connections.forEach(RawConnection::close);
    latchkey.close();
    upstream.close();
  }

  private void start(ConnectionLimits limits) {
    latchkey =
        Latchkey.start(
            Store.SQLITE,
            settings -> Issues.bounded(settings, upstream.address(), 10_000, 60_000).with(limits));
    token = latchkey.machine(latchkey.person(), Optional.empty()).token();
  }

  private void serve(Upstream.Call call) throws IOException {
    if (call.head().contains("/endless ")) {
      call.answer("HTTP/1.1 200 OK\r\nContent-Length: " + (1L << 40) + "\r\n\r\n");
      while (true) {
        call.out().write(new byte[65_536]);
      }
    }
    try {
      mayAnswer.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    call.answerOk("ok");
  }

  @Test
  void a_new_connection_is_served_in_place_of_the_longest_idle_one() {
    start(new ConnectionLimits(TOTAL, MANY, 64, 16));
    List<RawConnection> first = idle(TOTAL);

    List<RawConnection> then = served("127.0.0.1", TOTAL);

    assertThat(first).allSatisfy(old -> assertThat(old.rest()).isEmpty());
    assertThat(then).allSatisfy(this::assertServed);
    assertThat(latchkey.traffic().cut(Cut.MADE_ROOM)).isEqualTo(TOTAL);
    assertThat(latchkey.traffic().cut(Cut.TOTAL)).isZero();
    assertThat(latchkey.traffic().open()).isEqualTo(TOTAL);
  }

  @Test
  void a_busy_connection_is_never_closed_for_a_new_one() {
    start(new ConnectionLimits(TOTAL, MANY, 64, 16));
    List<RawConnection> busy = open("127.0.0.1", TOTAL / 2);
    busy.forEach(one -> one.send(call("/openapi/v2/issues/held")));
    Poll.until(() -> upstream.heads().size() == TOTAL / 2, "calls at the service");
    List<RawConnection> idle = idle(TOTAL / 2);

    List<RawConnection> more = open("127.0.0.1", TOTAL / 2);
    more.forEach(one -> one.send(call("/openapi/v2/issues/held")));
    assertThat(idle).allSatisfy(old -> assertThat(old.rest()).isEmpty());
    Poll.until(() -> upstream.heads().size() == TOTAL, "calls at the service");
    RawConnection tooMany = open("127.0.0.1", 1).getFirst();

    assertThat(tooMany.rest()).isEmpty();
    assertThat(latchkey.traffic().cut(Cut.MADE_ROOM)).isEqualTo(TOTAL / 2);
    assertThat(latchkey.traffic().cut(Cut.TOTAL)).isEqualTo(1);
    mayAnswer.countDown();
    assertThat(busy).allSatisfy(one -> assertThat(one.answer().body()).isEqualTo("ok"));
    assertThat(more).allSatisfy(one -> assertThat(one.answer().body()).isEqualTo("ok"));
  }

  @Test
  void one_address_takes_no_more_than_its_share_and_others_are_served() {
    start(new ConnectionLimits(TOTAL, 3, 64, 16));
    List<RawConnection> connectionsOfOneAddress = served("127.0.0.1", 3);

    assertThat(open("127.0.0.1", 1).getFirst().rest()).isEmpty();

    assertThat(served("127.0.0.2", 3)).allSatisfy(this::assertServed);
    assertThat(connectionsOfOneAddress).allSatisfy(this::assertServed);
    assertThat(latchkey.traffic().cut(Cut.ADDRESS)).isEqualTo(1);
    connectionsOfOneAddress.getFirst().close();
    Poll.until(() -> latchkey.traffic().open() == 5, "one fewer");
    served("127.0.0.1", 1).forEach(this::assertServed);
  }

  @Test
  void an_address_at_its_limit_does_not_close_connections_of_others() {
    start(new ConnectionLimits(TOTAL, TOTAL - LOOPS, 64, 16));
    List<RawConnection> others = served("127.0.0.2", LOOPS);
    served("127.0.0.1", TOTAL - LOOPS);

    for (int i = 0; i < TOTAL; i++) {
      assertThat(open("127.0.0.1", 1).getFirst().rest()).isEmpty();
    }

    assertThat(others).allSatisfy(this::assertServed);
    assertThat(latchkey.traffic().cut(Cut.MADE_ROOM)).isZero();
    assertThat(latchkey.traffic().cut(Cut.ADDRESS)).isEqualTo(TOTAL);
  }

  @Test
  void a_network_that_holds_too_much_is_cut_and_others_are_served() {
    start(new ConnectionLimits(10_000, MANY, 1, 16));
    RawConnection honest = served("127.0.0.2", 1).getFirst();
    honest.send(form(32) + "grant_type=");

    List<RawConnection> hoarding = open("127.0.0.1", 100);
    for (RawConnection one : hoarding) {
      one.trySend(form(65_536) + "x".repeat(60_000));
    }

    Poll.until(() -> latchkey.traffic().cut(Cut.ADDRESS_MEMORY) > 80, "given up");
    Poll.until(() -> latchkey.traffic().heldBytes() <= MEGABYTE / 2, "within its half");
    assertThat(honest.send("authorization_code&x=").answer().status()).isEqualTo(400);
    assertServed(honest);
    hoarding.forEach(RawConnection::close);
    honest.close();
    Poll.until(() -> latchkey.traffic().heldBytes() == 0, "no bytes held");
  }

  /** 7,000 such heads once ended the process in half a second. */
  @Test
  void heads_are_counted_while_their_requests_wait_for_bodies() {
    start(new ConnectionLimits(10_000, MANY, 1, 16));
    RawConnection honest = served("127.0.0.2", 1).getFirst();

    for (RawConnection one : open("127.0.0.1", 100)) {
      one.trySend(form(10).replace("Host", "X-Long: " + "h".repeat(15_000) + "\r\nHost"));
    }

    Poll.until(() -> latchkey.traffic().cut(Cut.ADDRESS_MEMORY) > 60, "given up");
    Poll.until(() -> latchkey.traffic().heldBytes() <= MEGABYTE / 2, "within its half");
    assertServed(honest);
  }

  @Test
  void a_network_is_cut_at_half_of_what_all_may_hold() {
    start(new ConnectionLimits(10_000, MANY, 1, 16));

    for (RawConnection one : open("127.0.0.1", 12)) {
      one.trySend(form(65_536) + "x".repeat(60_000));
    }

    Poll.until(() -> latchkey.traffic().cut(Cut.ADDRESS_MEMORY) > 0, "given up");
    assertThat(latchkey.traffic().cut(Cut.MEMORY)).isZero();
  }

  /** Its connection holds more than each of the others, but its network holds less. */
  @Test
  void a_network_that_holds_little_loses_nothing_while_others_hold_too_much() {
    start(new ConnectionLimits(10_000, MANY, 1, 16));
    RawConnection honest = served("127.0.0.9", 1).getFirst();
    honest.send(form(30_000).replace("Host", "Connection: close\r\nHost") + "x".repeat(20_000));

    for (int network = 2; network < 7; network++) {
      for (RawConnection one : open("127.0.0." + network, 40)) {
        one.trySend(form(65_536) + "y".repeat(4_000));
      }
    }

    // Each loop has cut some, because none has more than half of the connections.
    Poll.until(() -> latchkey.traffic().cut(Cut.MEMORY) > 100, "given up");
    honest.trySend("x".repeat(10_000));
    assertThat(honest.rest()).startsWith("HTTP/1.1 400");
  }

  /**
   * The well-behaved client's connection is on another loop than the connections that hold most of
   * the bytes. Its body makes the sum exceed the limit.
   */
  @Test
  void a_body_is_not_dropped_because_of_bytes_on_another_loop() {
    start(new ConnectionLimits(10_000, MANY, 1, 16));
    int many = 14;
    var all = new ArrayList<RawConnection>();
    for (int i = 0; i < many * LOOPS; i++) {
      all.addAll(served("127.0.0." + (2 + i), 1));
    }
    RawConnection honest = all.getFirst();
    List<RawConnection> hoarding =
        IntStream.range(0, many).mapToObj(i -> all.get(i * LOOPS + LOOPS - 1)).toList();
    for (RawConnection one : hoarding) {
      one.send(form(65_000) + "x".repeat(60_000));
    }
    Poll.until(() -> latchkey.traffic().heldBytes() > many * 65_000L, "bytes held");
    assertThat(latchkey.traffic().cut(Cut.MEMORY)).isZero();

    if (LOOPS > 1) {
      honest.send(form(65_536) + "x".repeat(65_000));
      Poll.until(() -> latchkey.traffic().cut(Cut.MEMORY) > 0, "given up");
      assertThat(honest.send("x".repeat(536)).answer().status()).isEqualTo(400);
    }
    all.forEach(RawConnection::close);
    Poll.until(() -> latchkey.traffic().heldBytes() == 0, "no bytes held");
  }

  @Test
  void unread_answers_are_dropped_when_there_are_too_many() {
    start(new ConnectionLimits(10_000, MANY, 1, 16));
    RawConnection honest = served("127.0.0.2", 1).getFirst();
    var lazy = new ArrayList<RawConnection>();
    for (int i = 0; i < 40; i++) {
      RawConnection one = RawConnection.withLittleRoom(latchkey.port());
      connections.add(one);
      lazy.add(one.send(call("/openapi/v2/issues/endless")));
    }

    Poll.until(() -> latchkey.traffic().cut(Cut.ADDRESS_MEMORY) > 10, "given up");
    Poll.until(() -> latchkey.traffic().heldBytes() <= MEGABYTE / 2, "less unsent");
    assertServed(honest);
    lazy.forEach(RawConnection::close);
    Poll.until(() -> latchkey.traffic().open() == 1, "the others are gone");
    assertServed(honest);
  }

  @Test
  void only_open_connections_are_counted() {
    start(ConnectionLimits.DEFAULT);
    List<RawConnection> some = served("127.0.0.1", 5);
    assertThat(latchkey.traffic().open()).isEqualTo(5);

    some.forEach(RawConnection::close);

    Poll.until(() -> latchkey.traffic().open() == 0, "none open");
  }

  private List<RawConnection> open(String address, int count) {
    List<RawConnection> opened =
        IntStream.range(0, count)
            .mapToObj(i -> RawConnection.from(address, latchkey.port()))
            .toList();
    connections.addAll(opened);
    return opened;
  }

  /** Opens connections one after the other, and sends nothing. */
  private List<RawConnection> idle(int count) {
    var opened = new ArrayList<RawConnection>();
    for (int i = 0; i < count; i++) {
      int all = latchkey.traffic().open() + 1;
      opened.addAll(open("127.0.0.1", 1));
      Poll.until(() -> latchkey.traffic().open() == all, "one more");
    }
    return opened;
  }

  /**
   * Opens connections one after the other. The next one is opened when the one before has been
   * answered.
   */
  private List<RawConnection> served(String address, int count) {
    var opened = new ArrayList<RawConnection>();
    for (int i = 0; i < count; i++) {
      RawConnection one = open(address, 1).getFirst();
      assertServed(one);
      opened.add(one);
    }
    return opened;
  }

  private void assertServed(RawConnection one) {
    one.send("GET /oauth2/jwks HTTP/1.1\r\nHost: localhost:" + latchkey.port() + "\r\n\r\n");
    assertThat(one.answer().status()).isEqualTo(200);
  }

  private String call(String path) {
    return "GET "
        + path
        + " HTTP/1.1\r\nHost: localhost:"
        + latchkey.port()
        + "\r\nAuthorization: Bearer "
        + token
        + "\r\n\r\n";
  }

  private String form(int length) {
    return "POST /oauth2/token HTTP/1.1\r\nHost: localhost:"
        + latchkey.port()
        + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }
}
