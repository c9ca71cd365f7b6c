package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.edge.http.ListenAt.TlsFiles;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.wire.Certificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Security row 127: which handshakes the server accepts. It is a process of its own, because the
 * JDK reads some of its settings only once, and another test may have been the first to need them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TlsStrengthTest {
  private final Certificate certificate = Certificate.make();
  private Program server;

  @BeforeAll
  void start() throws IOException {
    TlsFiles files = certificate.files();
    Path directory = Latchkey.temporaryDirectory();
    Path configuration = directory.resolve("latchkey.yaml");
    Files.writeString(
        configuration,
        "{data: %s, port: 0, tls: {certificate: %s, key: %s}}"
            .formatted(directory, files.certificate(), files.key()));
    server = Program.start("serve", "--config", configuration.toString());
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void a_client_cannot_ask_for_another_handshake_on_its_connection() throws IOException {
    try (SSLSocket socket = socket()) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.startHandshake();
      // The JDK's client only sends the first message of the second handshake here.
      socket.startHandshake();

      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SSLException.class)
          .hasMessageContaining("handshake_failure");
    }
    assertThat(server.isRunning()).isTrue();
    assertThat(server.err()).doesNotContain("handshake");
  }

  static Stream<String> suites() throws IOException {
    try (var client = (SSLSocket) Certificate.make().trusted().getSocketFactory().createSocket()) {
      return Stream.of(client.getEnabledCipherSuites()).filter(suite -> !suite.endsWith("_SCSV"));
    }
  }

  /** Each suite of the JDK is offered alone. The certificate has an elliptic key. */
  @ParameterizedTest
  @MethodSource("suites")
  void only_suites_with_forward_secrecy_and_authenticated_encryption_are_accepted(String suite)
      throws IOException {
    boolean strong =
        suite.matches("TLS_(ECDHE_ECDSA_WITH_)?(AES_(128|256)_GCM|CHACHA20_POLY1305)_\\w+");
    try (SSLSocket socket = socket()) {
      socket.setEnabledCipherSuites(new String[] {suite});

      if (strong) {
        assertThatCode(socket::startHandshake).doesNotThrowAnyException();
      } else {
        assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void the_server_chooses_the_suite(String version) throws IOException {
    String[] client = {
      "TLS_CHACHA20_POLY1305_SHA256",
      "TLS_AES_256_GCM_SHA384",
      "TLS_AES_128_GCM_SHA256",
      "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
      "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
      "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
    };
    try (SSLSocket socket = socket()) {
      socket.setEnabledProtocols(new String[] {version});
      socket.setEnabledCipherSuites(client);
      socket.startHandshake();

      assertThat(socket.getSession().getCipherSuite()).endsWith("AES_128_GCM_SHA256");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x25519", "secp256r1", "secp384r1"})
  void these_curves_are_accepted(String curve) throws IOException {
    try (SSLSocket socket = offering(curve)) {
      assertThatCode(socket::startHandshake).doesNotThrowAnyException();
    }
  }

  /** They take the server several times as much processor time. */
  @ParameterizedTest
  @ValueSource(strings = {"ffdhe2048", "ffdhe8192", "secp521r1", "x448"})
  void a_costly_key_exchange_is_refused(String group) throws IOException {
    try (SSLSocket socket = offering(group)) {
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
    }
  }

  private SSLSocket offering(String group) throws IOException {
    SSLSocket socket = socket();
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setProtocols(new String[] {"TLSv1.3"});
    parameters.setNamedGroups(new String[] {group});
    socket.setSSLParameters(parameters);
    return socket;
  }

  private SSLSocket socket() throws IOException {
    var socket =
        (SSLSocket)
            certificate
                .trusted()
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort());
    socket.setSoTimeout(60_000);
    return socket;
  }
}
