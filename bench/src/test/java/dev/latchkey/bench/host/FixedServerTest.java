package dev.latchkey.bench.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FixedServerTest {
  private static final int BYTES = 615;

  private static FixedServer server;
  private static Address address;

  @BeforeAll
  static void start() {
    server = FixedServer.start(FixedAnswer.ofNetty(BYTES));
    address = Address.of("http://localhost:" + server.port());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void an_answer_with_its_head_has_the_given_size() throws IOException {
    assertThat(ask(address.get(FixedServer.PATH)).bytes()).isEqualTo(BYTES);
    assertThat(ask(address.get(FixedServer.OPEN_PATH)).bytes()).isEqualTo(BYTES);
  }

  @Test
  void a_complete_form_is_answered_like_a_get() throws IOException {
    Answer answer =
        ask(
            address.post(
                FixedServer.PATH, Address.FORM, "token=lk_at_x", "Authorization: Basic eDp5"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.bytes()).isEqualTo(BYTES);
  }

  @Test
  void a_form_without_a_body_is_not_what_is_measured() throws IOException {
    assertThat(ask(address.post(FixedServer.PATH, Address.FORM, "")).status()).isEqualTo(404);
  }

  @Test
  void what_is_not_known_is_404() throws IOException {
    assertThat(ask(address.get("/elsewhere")).status()).isEqualTo(404);
  }

  @Test
  void a_large_body_that_is_sent_is_counted() throws IOException {
    String body = "x".repeat(300_000);
    String head =
        "PUT %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
            .formatted(FixedServer.LARGE_PATH, body.length());

    Answer answer = ask((head + body).getBytes(StandardCharsets.US_ASCII));

    assertThat(answer.text()).isEqualTo("{\"bytes\":300000}");
  }

  @Test
  void a_large_body_is_fetched_whole() throws IOException {
    try (var socket = new Socket(address.ip(), address.port())) {
      String request =
          "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
              .formatted(FixedServer.LARGE_PATH);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));

      assertThat(countOf(socket.getInputStream())).isGreaterThan(FixedServer.LARGE_BYTES);
    }
  }

  private static long countOf(InputStream in) throws IOException {
    var piece = new byte[1 << 16];
    long count = 0;
    for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
      count += n;
    }
    return count;
  }

  private static Answer ask(byte[] request) throws IOException {
    try (Connection connection = Connection.open(address)) {
      return connection.ask(request);
    }
  }
}
