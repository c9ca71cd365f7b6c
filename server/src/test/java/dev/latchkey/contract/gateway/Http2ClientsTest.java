package dev.latchkey.contract.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Gateway;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.host.Installed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Existing programs, such as curl, use HTTP/2 and Unix sockets with the server. */
class Http2ClientsTest {
  private static final Path SOCKET = Latchkey.temporaryDirectory().resolve("socket");
  private static final String VERSION_AND_STATUS = "%{http_version} %{http_code}";

  private static Gateway gateway;

  @BeforeAll
  static void start() {
    gateway =
        Gateway.before(
            call -> call.answerOk(call.body()),
            settings ->
                settings
                    .with(settings.listening().onUnixSocket(SOCKET))
                    .with(Certificate.make().files()));
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @Test
  void curl_speaks_both_versions() {
    String url = gateway.latchkey().url() + "/oauth2/introspect";
    assertThat(curl("--http2", "-w", VERSION_AND_STATUS, url))
        .contains("\"active\":true")
        .endsWith("2 200");
    assertThat(curl("--http1.1", "-w", VERSION_AND_STATUS, url))
        .contains("\"active\":true")
        .endsWith("1.1 200");
    assertThat(curl("--http2", "-w", VERSION_AND_STATUS, "-d", "token=x", url)).endsWith("2 400");
  }

  @Test
  void curl_sends_a_mebibyte_and_takes_it_back() throws IOException {
    Path directory = Latchkey.temporaryDirectory();
    var body = new byte[1 << 20];
    new Random(1).nextBytes(body);
    Path sent = Files.write(directory.resolve("sent"), body);
    Path taken = directory.resolve("taken");

    String said =
        curl(
            "--http2",
            "-w",
            VERSION_AND_STATUS,
            "--data-binary",
            "@" + sent,
            "-o",
            taken.toString(),
            gateway.latchkey().url() + "/openapi/v2/issues/1");

    assertThat(said).isEqualTo("2 200");
    assertThat(taken).hasBinaryContent(body);
  }

  @Test
  void curl_asks_at_the_unix_socket() {
    assertThat(
            curl(
                "--unix-socket",
                SOCKET.toString(),
                "-w",
                VERSION_AND_STATUS,
                "http://localhost:" + gateway.latchkey().port() + "/oauth2/introspect"))
        .contains("\"active\":true")
        .endsWith("1.1 200");
  }

  @Test
  void thousands_of_requests_on_a_hundred_streams_are_answered() {
    String said =
        Installed.output(
            "h2load",
            "nghttp2-client",
            "-n",
            "4000",
            "-c",
            "4",
            "-m",
            "100",
            "-H",
            "Authorization: Bearer " + gateway.token(),
            gateway.latchkey().url() + "/oauth2/introspect");

    assertThat(said)
        .contains("Application protocol: h2")
        .contains("4000 succeeded, 0 failed, 0 errored, 0 timeout")
        .contains("4000 2xx, 0 3xx, 0 4xx, 0 5xx");
  }

  private static String curl(String... arguments) {
    var all = new ArrayList<>(List.of("-ksS", "-H", "Authorization: Bearer " + gateway.token()));
    all.addAll(List.of(arguments));
    return Installed.output("curl", "curl", all.toArray(String[]::new));
  }
}
