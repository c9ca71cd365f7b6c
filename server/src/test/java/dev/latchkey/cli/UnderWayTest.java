package dev.latchkey.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.wire.Http;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that are running when the program is asked to read its table again, or to stop. */
class UnderWayTest {
  private static final String FILE =
      """
      waits: {stop_seconds: STOP}
      upstreams:
        issues: {addresses: ["ADDRESS"]}
      routes:
        - {methods: [GET], path: /issues/**, scopes: ["read:issue:info"], upstream: issues}
      """;
  private static final int A_WHILE = 50;

  private final Path data = Latchkey.temporaryDirectory();
  private final Path file = data.resolve("latchkey.yaml");
  private final String token = token();
  private final CountDownLatch goesOn = new CountDownLatch(1);
  private final Upstream slow = Upstream.that(this::halfAndHalf);

  @AfterEach
  void stop() {
    goesOn.countDown();
    slow.close();
  }

  @Test
  void a_running_call_ends_with_its_service_and_the_next_call_goes_to_the_new_one()
      throws IOException {
    configure(slow, A_WHILE);
    try (Upstream other = Upstream.that(call -> call.answerOk("another"));
        Program program = serve();
        Socket download = download(program)) {
      configure(other, A_WHILE);
      program.hangUp();
      Poll.until(() -> program.out().contains("is active"), "the new table");

      assertThat(
              Http.here()
                  .get(program.url() + "/openapi/v2/issues", "Authorization", "Bearer " + token)
                  .body())
          .isEqualTo("another");
      goesOn.countDown();
      assertThat(rest(download)).isEqualTo("another half");
      assertThat(other.heads()).hasSize(1);
    }
  }

  @Test
  void running_calls_end_before_the_process_does() throws IOException {
    configure(slow, A_WHILE);
    try (Program program = serve();
        Socket idle = connected(program);
        Socket download = download(program)) {
      program.stop();

      assertThat(rest(idle)).isEmpty();
      Poll.until(() -> isClosed(program), "nobody who listens");
      assertThat(program.isRunning()).isTrue();
      goesOn.countDown();
      assertThat(rest(download)).isEqualTo("another half");
      assertThat(program.exitCode()).isEqualTo(143);
    }
  }

  @Test
  void calls_that_do_not_end_are_closed_when_the_time_is_up() throws IOException {
    configure(slow, 1);
    try (Program program = serve();
        Socket download = download(program)) {
      program.stop();

      assertThat(program.exitCode()).isEqualTo(143);
      assertThat(rest(download)).isEmpty();
    }
  }

  private void halfAndHalf(Upstream.Call call) throws IOException {
    call.answer("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\none half");
    try {
      goesOn.await();
    } catch (InterruptedException stopped) {
      throw new IOException(stopped);
    }
    call.answer("another half");
  }

  private void configure(Upstream upstream, int stopSeconds) throws IOException {
    Files.writeString(
        file,
        FILE.replace("ADDRESS", upstream.address()).replace("STOP", String.valueOf(stopSeconds)));
  }

  private Program serve() {
    return Program.start(
        "serve", "--data", data.toString(), "--config", file.toString(), "--port", "0");
  }

  /** Starts a call whose response has begun to arrive. */
  private Socket download(Program program) throws IOException {
    Socket socket = connected(program);
    send(socket, "/openapi/v2/issues/1");
    var begun = new StringBuilder();
    while (!begun.toString().endsWith("one half")) {
      int sign = socket.getInputStream().read();
      assertThat(sign).as(begun.toString()).isNotNegative();
      begun.append((char) sign);
    }
    return socket;
  }

  private static Socket connected(Program program) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port(program));
    socket.setSoTimeout(60_000);
    return socket;
  }

  private void send(Socket socket, String path) throws IOException {
    socket
        .getOutputStream()
        .write(
            ("GET "
                    + path
                    + " HTTP/1.1\r\nHost: localhost:"
                    + socket.getPort()
                    + "\r\nAuthorization: Bearer "
                    + token
                    + "\r\n\r\n")
                .getBytes(ISO_8859_1));
  }

  /** Reads to the end of the response, or of the connection. */
  private static String rest(Socket socket) throws IOException {
    try {
      byte[] rest = socket.getInputStream().readNBytes("another half".length());
      return new String(rest, ISO_8859_1);
    } catch (SocketException reset) {
      return "";
    }
  }

  private static boolean isClosed(Program program) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port(program))) {
      return !socket.isConnected();
    } catch (ConnectException refused) {
      return true;
    } catch (IOException cause) {
      throw new AssertionError(cause);
    }
  }

  private static int port(Program program) {
    return URI.create(program.url()).getPort();
  }

  private String token() {
    try (Latchkey latchkey = Latchkey.start(ConfigFile.defaults().in(data).onPort(0))) {
      return latchkey.machine(latchkey.person(), Optional.empty()).token();
    }
  }
}
