package dev.latchkey.edge.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.edge.http.ListenAt.TlsFiles;
import dev.latchkey.edge.http.Traffic.Cut;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.RawConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Security row 127: the server itself encrypts connections if the operator configures a
 * certificate.
 */
class TlsTest {
  private static final Certificate CERTIFICATE = Certificate.make();
  private static final Certificate OTHER = Certificate.make();

  private final TlsFiles files = CERTIFICATE.files();
  private final Latchkey latchkey = Latchkey.start(Store.SQLITE, settings -> settings.with(files));
  private final Http http = Http.trusting(CERTIFICATE, HttpClient.Version.HTTP_1_1);

  @AfterEach
  void stop() {
    latchkey.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void these_versions_are_accepted(String version) throws IOException {
    try (SSLSocket socket = socket(CERTIFICATE)) {
      socket.setEnabledProtocols(new String[] {version});

      assertThatCode(socket::startHandshake).doesNotThrowAnyException();
      assertThat(socket.getSession().getProtocol()).isEqualTo(version);
      assertThat(socket.getSession().getCipherSuite()).containsAnyOf("GCM", "CHACHA20");
    }
  }

  /** The messages are built by hand, because the JDK's client refuses to offer these versions. */
  @ParameterizedTest
  @ValueSource(strings = {"0300", "0301", "0302"})
  void older_versions_are_refused(String version) throws IOException {
    String hello = version + "00".repeat(32) + "00" + "0004c009c013" + "0100";
    String handshake = "010000" + length(hello) + hello;
    String record = "160301" + "00" + length(handshake) + handshake;
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), latchkey.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(HexFormat.of().parseHex(record));
      byte[] answer = socket.getInputStream().readAllBytes();

      // An alert: fatal, protocol_version.
      assertThat(HexFormat.of().formatHex(answer)).matches("1503..00020246");
    }
  }

  @Test
  void the_published_address_is_https_and_cookies_are_for_it_alone() {
    Answer page = http.get(latchkey.url() + "/sign-in");
    Answer metadata = http.get(latchkey.url() + "/.well-known/oauth-authorization-server");

    assertThat(latchkey.url()).startsWith("https://localhost:");
    assertThat(metadata.text("issuer")).isEqualTo(latchkey.url());
    assertThat(page.headers().allValues("Set-Cookie"))
        .isNotEmpty()
        .allSatisfy(
            cookie -> assertThat(cookie).startsWith("__Host-latchkey_").contains("; Secure"));
    assertThat(page.header("Strict-Transport-Security")).startsWith("max-age=63072000");
  }

  @Test
  void unencrypted_requests_are_not_answered() {
    try (RawConnection plain = RawConnection.to(latchkey.port())) {
      plain.send("GET /oauth2/jwks HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(plain.rest()).doesNotContain("HTTP");
    }
  }

  @Test
  void an_unfinished_handshake_is_disconnected() {
    try (Latchkey strict = withHeadWithin(1);
        RawConnection silent = RawConnection.to(strict.port());
        RawConnection half = RawConnection.to(strict.port())) {
      half.send("\u0016\u0003\u0001\u0001\u0000\u0001");

      assertThat(silent.rest()).isEmpty();
      assertThat(half.rest().length()).isLessThan(20);
      Poll.until(() -> strict.traffic().open() == 0, "none open");
    }
  }

  /** The handshake must end sooner, on a busy machine too. */
  @Test
  void requests_are_bounded_as_without_tls() throws IOException {
    try (Latchkey strict = withHeadWithin(4);
        SSLSocket socket = socket(CERTIFICATE, strict)) {
      socket
          .getOutputStream()
          .write("GET /oauth2/introspect HTTP/1.1\r\nX-Slow: ".getBytes(US_ASCII));
      assertThat(socket.getInputStream().readAllBytes()).isEmpty();
      assertThat(strict.traffic().cut(Cut.SLOW_REQUEST)).isEqualTo(1);
    }
  }

  private Latchkey withHeadWithin(int seconds) {
    return Latchkey.start(
        Store.SQLITE,
        settings -> settings.with(files).with(new ClientTimeouts(seconds, 60, 4_096, 60, 10)));
  }

  @Test
  void renewed_files_are_used_by_new_connections() throws IOException {
    try (SSLSocket before = socket(CERTIFICATE)) {
      assertThat(serialOf(before)).isEqualTo(CERTIFICATE.serialNumber());

      OTHER.writeCertificate(files.certificate());
      OTHER.writeKey(files.key());
      renewed();

      assertThat(serialOf(socket(OTHER))).isEqualTo(OTHER.serialNumber());
      ask(before);
    }
    assertThatThrownBy(() -> serialOf(socket(CERTIFICATE)))
        .isInstanceOf(SSLHandshakeException.class);
  }

  /** The two files are rarely written at the same moment. */
  @Test
  void a_certificate_without_its_key_waits_for_it() throws IOException {
    OTHER.writeCertificate(files.certificate());
    renewed();
    assertThat(serialOf(socket(CERTIFICATE))).isEqualTo(CERTIFICATE.serialNumber());

    OTHER.writeKey(files.key());
    renewed();
    assertThat(serialOf(socket(OTHER))).isEqualTo(OTHER.serialNumber());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "nonsense", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"})
  void while_a_file_is_unusable_the_old_pair_is_used(String text) throws IOException {
    for (Path file : new Path[] {files.certificate(), files.key()}) {
      String whole = Files.readString(file);
      Files.writeString(file, text);
      renewed();
      assertThat(serialOf(socket(CERTIFICATE))).isEqualTo(CERTIFICATE.serialNumber());
      Files.writeString(file, whole);
    }
    Files.delete(files.key());
    latchkey.renewCertificate();
    assertThat(serialOf(socket(CERTIFICATE))).isEqualTo(CERTIFICATE.serialNumber());
  }

  @Test
  void a_server_does_not_start_with_files_that_do_not_match() throws IOException {
    TlsFiles mixed = CERTIFICATE.files();
    OTHER.writeKey(mixed.key());
    TlsFiles broken = CERTIFICATE.files();
    Files.writeString(broken.key(), "nonsense");
    for (TlsFiles unusable : new TlsFiles[] {mixed, broken}) {
      assertThatThrownBy(() -> Latchkey.start(Store.SQLITE, settings -> settings.with(unusable)))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("the certificate or key of tls cannot be used");
    }
  }

  /** Renews the files: their modification times become later. */
  private void renewed() throws IOException {
    FileTime later = FileTime.fromMillis(System.currentTimeMillis() + 10_000);
    Files.setLastModifiedTime(files.certificate(), later);
    Files.setLastModifiedTime(files.key(), later);
    latchkey.renewCertificate();
    latchkey.renewCertificate();
  }

  private SSLSocket socket(Certificate trusted) throws IOException {
    return socket(trusted, latchkey);
  }

  private static SSLSocket socket(Certificate trusted, Latchkey latchkey) throws IOException {
    SSLContext context = trusted.trusted();
    var socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), latchkey.port());
    socket.setSoTimeout(60_000);
    return socket;
  }

  private static BigInteger serialOf(SSLSocket socket) throws IOException {
    socket.startHandshake();
    return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
  }

  private void ask(SSLSocket socket) throws IOException {
    socket
        .getOutputStream()
        .write(
            ("GET /oauth2/jwks HTTP/1.1\r\nConnection: close\r\nHost: localhost:"
                    + latchkey.port()
                    + "\r\n\r\n")
                .getBytes(US_ASCII));
    assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
        .startsWith("HTTP/1.1 200 OK");
  }

  private static String length(String hex) {
    return HexFormat.of().toHexDigits((byte) (hex.length() / 2));
  }
}
