package dev.latchkey.edge.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.CatchUp;
import dev.latchkey.edge.http.ClientTimeouts;
import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.RequestChecks;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.ResponseListener;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.Routes;
import dev.latchkey.harness.wire.RawConnection;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pipelined requests: they are sent without waiting for the answers to earlier ones. */
class PipeliningTest {
  /**
   * The event loops get new connections in turn, and there is one event loop for each processor.
   */
  private static final int LOOPS = Runtime.getRuntime().availableProcessors();

  private static final ConnectionLimits ONE_AT_A_TIME = new ConnectionLimits(16_384, 4_096, 64, 1);

  private final List<String> served = new CopyOnWriteArrayList<>();
  private final CountDownLatch isHeld = new CountDownLatch(1);
  private final CountDownLatch mayGoOn = new CountDownLatch(1);
  private final Server server =
      Server.start(
          ListenAt.plain("127.0.0.1", 0),
          new Server.Service(routes(), CatchUp.NOT_NEEDED, ClientTimeouts.DEFAULT, ONE_AT_A_TIME));
  private final List<RawConnection> connections = new ArrayList<>();

  @AfterEach
  void stop() {
    mayGoOn.countDown();
    connections.forEach(RawConnection::close);
    server.close();
  }

  private Routes routes() {
    Route route = Route.open("GET", "/answers/{name}", this::answer).immediate();
    return new Routes(
        List.of(route),
        RequestChecks.none(InstantSource.system()),
        InstantSource.system(),
        (refusal, language, address) -> refusal.json(),
        ResponseListener.NONE);
  }

  /** Runs on the event loop, which is blocked while the request {@code held} is answered. */
  private Response answer(Request request) {
    String name = request.path().substring("/answers/".length());
    served.add(name);
    if (name.equals("held")) {
      isHeld.countDown();
      try {
        mayGoOn.await();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
    return Response.json(200, name.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void thousands_of_requests_are_answered_in_their_order() {
    RawConnection connection = open();
    var requests = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      requests.append(request(String.valueOf(i)));
    }
    Thread sender = Thread.ofVirtual().start(() -> connection.send(requests.toString()));

    for (int i = 0; i < 5_000; i++) {
      assertThat(connection.answer().body()).isEqualTo(String.valueOf(i));
    }
    assertThat(served).hasSize(5_000);
    assertThat(sender.isInterrupted()).isFalse();
  }

  /**
   * Both connections have sent their requests before the loop continues. With a batch of one
   * request, the other connection's request is the next one but one.
   */
  @Test
  void another_connection_has_its_turn_before_all_are_answered() throws Exception {
    List<RawConnection> onOneLoop = onOneLoop();
    RawConnection busy = onOneLoop.getFirst();
    RawConnection other = onOneLoop.getLast();
    served.clear();
    busy.send(request("held") + request("next").repeat(30));
    isHeld.await();
    other.send(request("other"));
    mayGoOn.countDown();

    assertThat(other.answer().body()).isEqualTo("other");
    assertThat(busy.answer().body()).isEqualTo("held");
    for (int i = 0; i < 30; i++) {
      assertThat(busy.answer().body()).isEqualTo("next");
    }
    assertThat(served.indexOf("other")).isLessThan(5);
  }

  private List<RawConnection> onOneLoop() {
    var opened = new ArrayList<RawConnection>();
    for (int i = 0; i <= LOOPS; i++) {
      RawConnection one = open();
      one.send(request("first"));
      assertThat(one.answer().status()).isEqualTo(200);
      opened.add(one);
    }
    return List.of(opened.getFirst(), opened.getLast());
  }

  private RawConnection open() {
    RawConnection opened = RawConnection.to(server.port());
    connections.add(opened);
    return opened;
  }

  private String request(String name) {
    return "GET /answers/" + name + " HTTP/1.1\r\nHost: localhost:" + server.port() + "\r\n\r\n";
  }
}
