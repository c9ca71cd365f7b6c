package dev.latchkey.edge.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of hosts that keep the connection open, though they were asked to close it. */
class OutsideCallsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final OutsideCalls calls =
      new OutsideCalls(Set.of("localhost"), () -> (SSLSocketFactory) SSLSocketFactory.getDefault());

  @ParameterizedTest
  @CsvSource({
    "204 No Content||, 204, ''",
    "204 No Content|Content-Length: 9||, 204, ''",
    "304 Not Modified|Transfer-Encoding: chunked||, 304, ''",
    "200 OK|Content-Length: 2||ok, 200, ok",
    "200 OK|Transfer-Encoding: chunked||2|ok|0||, 200, ok",
    "100 Continue||HTTP/1.1 200 OK|Content-Length: 2||ok, 200, ok",
    "103 Early Hints|Link: </a>||HTTP/1.1 204 No Content||, 204, ''",
  })
  void an_answer_ends_where_its_head_says(String answer, int status, String body)
      throws IOException {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.startVirtualThread(() -> answer(server, "HTTP/1.1 " + answer.replace("|", "\r\n")));
      URI address = URI.create("http://localhost:" + server.getLocalPort() + "/");

      String found =
          calls.make(
              new OutsideCalls.Call("POST", address, List.of(), new byte[0]),
              PATIENCE,
              read -> read.status() + " " + new String(read.body(100), StandardCharsets.US_ASCII));

      assertThat(found).isEqualTo(status + " " + body);
    }
  }

  /** The connection stays open until the other side closes it. */
  private static void answer(ServerSocket server, String answer) {
    try (Socket socket = server.accept()) {
      socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    }
  }
}
