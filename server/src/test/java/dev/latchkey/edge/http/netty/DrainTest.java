package dev.latchkey.edge.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.RequestChecks;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.ResponseListener;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.Routes;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.harness.wire.RawConnection;
import dev.latchkey.harness.wire.RawHttp2;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A server that stops gently, and clients that do not know of it. */
class DrainTest {
  private static final int CLIENTS = 4;
  private static final Duration LONG = Duration.ofMinutes(1);

  private static Server server(ListenAt where) {
    return Server.start(where, Server.Service.of(routes()));
  }

  private static Routes routes() {
    return new Routes(
        List.of(Route.probe("/", request -> Response.json(200, new byte[] {'x'}))),
        RequestChecks.none(InstantSource.system()),
        InstantSource.system(),
        (refusal, language, address) -> refusal.json(),
        ResponseListener.NONE);
  }

  /** The first of the crowd stops the server. The others open connections until it refuses one. */
  @Test
  void every_connection_that_a_client_has_opened_is_served() {
    try (Server server = server(ListenAt.plain("127.0.0.1", 0))) {
      List<List<String>> answers =
          Crowd.of(
              CLIENTS + 1,
              i -> {
                if (i == 0) {
                  server.drain(Duration.ofMillis(300));
                  return List.of();
                }
                return untilRefused(server.port());
              });

      assertThat(answers.subList(1, CLIENTS + 1))
          .allSatisfy(all -> assertThat(all).isNotEmpty().allMatch("close"::equals));
    }
  }

  /** What each answer says about its connection. */
  private static List<String> untilRefused(int port) {
    var answers = new ArrayList<String>();
    while (true) {
      Optional<RawConnection> opened = opened(port);
      if (opened.isEmpty()) {
        return answers;
      }
      try (RawConnection connection = opened.get()) {
        String answer = ask(connection);
        if (!answer.isEmpty()) {
          answers.add(answer);
        }
      } catch (UncheckedIOException reset) {
        answers.add(reset.toString());
      }
    }
  }

  private static Optional<RawConnection> opened(int port) {
    try {
      return Optional.of(RawConnection.to(port));
    } catch (UncheckedIOException refused) {
      assertThat(refused).hasCauseInstanceOf(ConnectException.class);
      return Optional.empty();
    }
  }

  private static String ask(RawConnection connection) {
    return connection
        .send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .answer()
        .header("Connection")
        .orElse("");
  }

  @Test
  void an_open_connection_ends_with_an_answer_that_says_so() {
    try (Server server = server(ListenAt.plain("127.0.0.1", 0));
        RawConnection connection = RawConnection.to(server.port())) {
      assertThat(ask(connection)).isEmpty();
      Thread.ofVirtual().start(() -> server.drain(LONG));

      Poll.until(() -> ask(connection).equals("close"), "the last answer");
      assertThat(connection.rest()).isEmpty();
    }
  }

  @Test
  void a_client_of_http_2_is_told_to_open_no_more_streams_and_those_that_it_opens_are_served() {
    Certificate certificate = Certificate.make();
    var where = new ListenAt("127.0.0.1", 0, Optional.of(certificate.files()), Optional.empty());
    try (Server server = server(where);
        RawHttp2 before = new RawHttp2(server.port(), certificate)) {
      assertThat(status(before, 1)).contains("200");
      Thread.ofVirtual().start(() -> server.drain(LONG));

      assertThat(before.next(RawHttp2.GO_AWAY).orElseThrow().reason()).isZero();
      assertThat(status(before, 3)).contains("200");
      try (RawHttp2 later = new RawHttp2(server.port(), certificate)) {
        assertThat(status(later, 1)).contains("200");
      }
    }
  }

  private static Optional<String> status(RawHttp2 connection, int stream) {
    connection
        .headers(
            stream,
            RawHttp2.END_STREAM,
            ":method",
            "GET",
            ":scheme",
            "https",
            ":path",
            "/",
            ":authority",
            "localhost")
        .flush();
    return connection
        .next(frame -> frame.type() == RawHttp2.HEADERS && frame.stream() == stream)
        .flatMap(RawHttp2.Frame::status);
  }
}
