package dev.latchkey.edge.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Certificate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The Unix socket: an additional listener for a proxy on the same machine. */
class UnixSocketTest {
  private final Path file = Latchkey.temporaryDirectory().resolve("latchkey.socket");
  private Latchkey latchkey = start(Optional.empty());

  @AfterEach
  void stop() {
    latchkey.close();
  }

  private Latchkey start(Optional<ListenAt.TlsFiles> tls) {
    return Latchkey.start(
        Store.SQLITE,
        settings -> {
          Settings local = settings.with(settings.listening().onUnixSocket(file));
          return tls.map(local::with).orElse(local);
        });
  }

  @Test
  void it_is_served_and_only_for_owner_and_group() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-rw----");
    assertThat(ask("GET /oauth2/jwks HTTP/1.1\r\nHost: localhost:" + latchkey.port()))
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("\"keys\"");
  }

  @Test
  void one_connection_serves_many_requests() throws IOException {
    String request = "GET /oauth2/jwks HTTP/1.1\r\nHost: localhost:" + latchkey.port();
    String answers = ask(request + "\r\n\r\n" + request + "\r\n\r\n" + request);

    assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSize(4);
  }

  /** The Unix socket has no port of its own, so hosts are checked as at the other listener. */
  @Test
  void another_host_is_refused_and_none_means_the_published_one() throws IOException {
    assertThat(ask("GET /oauth2/jwks HTTP/1.1\r\nHost: evil.example")).startsWith("HTTP/1.1 421");
    assertThat(ask("GET /.well-known/oauth-authorization-server HTTP/1.0"))
        .contains("\"issuer\":\"" + latchkey.url() + "\"");
  }

  @Test
  void it_is_unencrypted_even_if_the_other_listener_uses_tls() throws IOException {
    latchkey.close();
    latchkey = start(Optional.of(Certificate.make().files()));

    assertThat(ask("GET /oauth2/jwks HTTP/1.1\r\nHost: localhost:" + latchkey.port()))
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("\r\nStrict-Transport-Security: ");
  }

  @Test
  void its_connections_are_counted() throws IOException {
    try (SocketChannel idle = SocketChannel.open(UnixDomainSocketAddress.of(file))) {
      Poll.until(() -> latchkey.traffic().open() == 1, "one open");
      assertThat(idle.isConnected()).isTrue();
    }
    Poll.until(() -> latchkey.traffic().open() == 0, "none open");
  }

  @Test
  void a_socket_that_was_left_behind_does_not_hinder_the_next_start() throws IOException {
    latchkey.close();
    try (var left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      left.bind(UnixDomainSocketAddress.of(file));
    }

    latchkey = start(Optional.empty());

    assertThat(ask("GET /oauth2/jwks HTTP/1.1\r\nHost: localhost:" + latchkey.port()))
        .startsWith("HTTP/1.1 200 OK\r\n");
  }

  @Test
  void a_file_that_is_no_socket_is_not_deleted_and_the_server_does_not_start() throws IOException {
    latchkey.close();
    Path precious = file.resolveSibling("precious");
    Files.writeString(precious, "precious");

    for (Path other : List.of(precious, Files.createSymbolicLink(file, precious))) {
      assertThatThrownBy(() -> listenOn(other))
          .hasMessageContaining(other.toString())
          .hasMessageContaining("no socket. Move it away, or correct unix_socket");
      assertThat(other).hasContent("precious");
    }
    Files.delete(file);
  }

  @Test
  void a_socket_on_which_another_process_listens_is_not_deleted() throws IOException {
    latchkey.close();
    try (var other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      other.bind(UnixDomainSocketAddress.of(file));

      assertThatThrownBy(() -> listenOn(file))
          .hasMessageContaining("another process listens there");

      assertThat(Files.exists(file)).isTrue();
    }
  }

  /** While a server runs, its socket may be replaced by a file, for example by hand. */
  @Test
  void a_file_that_has_taken_the_place_of_the_socket_is_not_deleted_at_the_end()
      throws IOException {
    Files.delete(file);
    Files.writeString(file, "precious");

    latchkey.close();

    assertThat(file).hasContent("precious");
  }

  private static void listenOn(Path path) {
    Latchkey.start(Store.SQLITE, settings -> settings.with(settings.listening().onUnixSocket(path)))
        .close();
  }

  private String ask(String head) throws IOException {
    try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.connect(UnixDomainSocketAddress.of(file));
      socket.write(ByteBuffer.wrap((head + "\r\n\r\n").getBytes(ISO_8859_1)));
      socket.shutdownOutput();
      var answer = new ByteArrayOutputStream();
      Channels.newInputStream(socket).transferTo(answer);
      return answer.toString(ISO_8859_1);
    }
  }
}
