package dev.latchkey.edge.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.CatchUp;
import dev.latchkey.edge.http.ClientTimeouts;
import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.RequestChecks;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.ResponseListener;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.Routes;
import dev.latchkey.edge.http.Traffic.Cut;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.wire.RawConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests whose handlers wait, for example for the store or for the computation of a password. */
class BusyRequestsTest {
  private static final long QUARTER = 262_144;

  private final Semaphore answers = new Semaphore(0);
  private final List<RawConnection> connections = new ArrayList<>();
  private final Server server = start();

  private Server start() {
    InstantSource clock = InstantSource.fixed(Instant.EPOCH);
    var routes =
        new Routes(
            List.of(
                Route.open(
                    "GET",
                    "/wait",
                    request -> {
                      answers.acquireUninterruptibly();
                      return new Response(200, List.of(), Content.NONE);
                    })),
            RequestChecks.none(clock),
            clock,
            (refusal, language, address) -> refusal.json(),
            ResponseListener.NONE);
    var limits = new ConnectionLimits(10_000, 10_000, 1, 16);
    return Server.start(
        ListenAt.plain("127.0.0.1", 0),
        new Server.Service(routes, CatchUp.NOT_NEEDED, ClientTimeouts.DEFAULT, limits));
  }

  @AfterEach
  void stop() {
    answers.release(10_000);
    connections.forEach(RawConnection::close);
    server.close();
  }

  /**
   * Closing connections would free nothing of what such requests hold. So idle connections are not
   * closed for them, and further requests of their network are refused.
   */
  @Test
  void requests_at_work_get_half_of_their_networks_memory_and_the_others_503() {
    RawConnection idle = open("127.0.0.1");
    int sent = 50;
    for (int i = 0; i < sent; i++) {
      open("127.0.0.1").send(request("/wait"));
    }

    Poll.until(() -> server.traffic().cut(Cut.BUSY) > sent / 3, "the others are refused");
    assertThat(server.traffic().cut(Cut.ADDRESS_MEMORY)).isZero();
    assertThat(idle.send(request("/unknown")).answer().status()).isEqualTo(404);

    RawConnection other = open("127.0.0.2").send(request("/wait"));
    answers.release(sent);
    assertThat(other.answer().status()).isEqualTo(200);
    List<Integer> statuses =
        connections.subList(1, sent + 1).stream().map(one -> one.answer().status()).toList();
    assertThat(statuses).containsOnly(200, 503);
    assertThat(statuses.stream().filter(status -> status == 503))
        .hasSize((int) server.traffic().cut(Cut.BUSY));
  }

  /** A client that leaves does not take what its request holds with it. */
  @Test
  void a_request_at_work_is_counted_after_its_client_has_left() {
    int few = 20;
    for (int i = 0; i < few; i++) {
      open("127.0.0.1").send(request("/wait"));
    }
    Poll.until(() -> server.traffic().heldBytes() > few * 8_192L, "they are at work");

    connections.forEach(RawConnection::reset);
    Poll.until(() -> server.traffic().open() == 0, "they have left");

    assertThat(server.traffic().heldBytes()).isBetween(few * 8_192L, QUARTER);
    answers.release(few);
    Poll.until(() -> server.traffic().heldBytes() == 0, "their requests have ended");
  }

  private RawConnection open(String address) {
    RawConnection one = RawConnection.from(address, server.port());
    connections.add(one);
    return one;
  }

  private String request(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost:" + server.port() + "\r\n\r\n";
  }
}
