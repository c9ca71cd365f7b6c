package dev.latchkey.mail.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.model.person.EmailAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** TLS from the first byte, with a real mail server. */
class SmtpTlsTest {
  /** Every address of this network is this machine. */
  private static final ServerSetup ANYWHERE = new ServerSetup(0, "0.0.0.0", "smtps");

  /** A certificate for {@code localhost}, and a client that trusts it. */
  private static final Certificate CERTIFICATE = Certificate.make();

  private static final Optional<SSLSocketFactory> TRUSTING =
      Optional.of(CERTIFICATE.trusted().getSocketFactory());

  private final GreenMail server = new GreenMail(ANYWHERE);
  private final List<String> steps = new ArrayList<>();

  @BeforeAll
  static void present() {
    CERTIFICATE.presentInGreenMail();
  }

  @BeforeEach
  void start() {
    server.setUser("latchkey@example.com", "latchkey", "hush");
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  @Test
  void a_message_is_delivered_and_the_server_signs_the_sender_in() {
    Optional<String> refused = send("localhost", "hush", TRUSTING);

    assertThat(refused).isEmpty();
    assertThat(server.getReceivedMessages()).hasSize(1);
    assertThat(steps)
        .containsExactly(
            "connecting to localhost:" + port() + ", with TLS from the first byte",
            "connected, signed in as latchkey",
            "accepted: from latchkey@example.com to mei@example.com");
  }

  @Test
  void a_certificate_that_java_does_not_trust_is_refused() {
    Optional<String> refused = send("localhost", "hush", Optional.empty());

    assertThat(refused.orElseThrow())
        .contains("the certificate of localhost:" + port() + " is not trusted");
    assertThat(server.getReceivedMessages()).isEmpty();
  }

  @Test
  void a_certificate_for_another_host_is_refused() {
    Optional<String> refused = send("127.0.0.2", "hush", TRUSTING);

    assertThat(refused.orElseThrow())
        .contains("the certificate of 127.0.0.2:" + port() + " is not trusted");
    assertThat(server.getReceivedMessages()).isEmpty();
  }

  @Test
  void a_wrong_password_is_named_and_not_shown() {
    Optional<String> refused = send("localhost", "wrong-secret", TRUSTING);

    assertThat(refused.orElseThrow())
        .contains("refused the user and the password", "mail.password_file")
        .doesNotContain("wrong-secret");
  }

  @Test
  void a_port_without_a_server_is_named() throws IOException {
    int closed;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    var delivery = new MailDelivery(mailServer("127.0.0.1", closed, "hush"), TRUSTING);

    assertThat(new MailProbe(delivery).send(new EmailAddress("mei@example.com"), steps::add))
        .hasValueSatisfying(
            why -> assertThat(why).contains("127.0.0.1:" + closed + " accepts no connection"));
  }

  private Optional<String> send(String host, String password, Optional<SSLSocketFactory> trust) {
    var delivery = new MailDelivery(mailServer(host, port(), password), trust);
    return new MailProbe(delivery).send(new EmailAddress("mei@example.com"), steps::add);
  }

  private int port() {
    return server.getSmtps().getPort();
  }

  private static MailServer mailServer(String host, int port, String password) {
    return new MailServer(
        host,
        port,
        MailServer.Tls.IMPLICIT,
        Optional.of(new MailServer.Login("latchkey", password)),
        new EmailAddress("latchkey@example.com"));
  }
}
