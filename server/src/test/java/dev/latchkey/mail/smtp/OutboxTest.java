package dev.latchkey.mail.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetupTest;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.MeasuresTime;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.mail.MailMessage;
import dev.latchkey.mail.MailSeal;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.person.EmailAddress;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sends messages to a real mail server. */
@MeasuresTime
@EachStore.ForClass
class OutboxTest {
  private static final Duration SOON = Duration.ofMillis(1);

  private final GreenMail server = new GreenMail(ServerSetupTest.SMTP.dynamicPort());
  private final Latchkey latchkey;
  private int outcomes;

  OutboxTest(Store store) {
    this.latchkey = Latchkey.start(store);
  }

  @BeforeEach
  void start() {
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop();
    latchkey.close();
  }

  @Test
  void a_message_arrives_as_it_was_written() throws Exception {
    try (Outbox outbox = outbox(server.getSmtp().getPort(), MailServer.Tls.NONE)) {
      outbox.send(mail("\u8bbe\u7f6e\u65b0\u5bc6\u7801", "Hello \u7f8e,\n\na link\n"));

      assertThat(outcome()).isEqualTo("ok");
      var arrived = server.getReceivedMessages()[0];
      assertThat(arrived.getSubject()).isEqualTo("\u8bbe\u7f6e\u65b0\u5bc6\u7801");
      assertThat(arrived.getContent().toString()).contains("Hello \u7f8e,", "a link");
      assertThat(arrived.getHeader("Auto-Submitted")).containsExactly("auto-generated");
      assertThat(outbox.state().waiting()).isZero();
    }
  }

  @Test
  void a_subject_cannot_bring_headers_of_its_own() throws Exception {
    try (Outbox outbox = outbox(server.getSmtp().getPort(), MailServer.Tls.NONE)) {
      outbox.send(mail("Hello\r\nBcc: all@example.com", "text"));

      assertThat(outcome()).isEqualTo("ok");
      assertThat(server.getReceivedMessages()).hasSize(1);
      assertThat(server.getReceivedMessages()[0].getHeader("Bcc")).isNull();
    }
  }

  @Test
  void a_message_is_given_up_after_several_attempts_and_the_outcome_is_reported() throws Exception {
    try (Outbox outbox = outbox(closedPort(), MailServer.Tls.NONE)) {
      outbox.send(mail("subject", "text"));

      assertThat(outcome()).isEqualTo("not_delivered");
      Poll.until(() -> outbox.state().failed() == 1, "it is counted");
      assertThat(outbox.state().waiting()).isZero();
    }
  }

  @Test
  void what_waits_is_sent_after_the_end_of_a_process() throws Exception {
    try (Outbox outbox = patient(closedPort())) {
      outbox.send(mail("subject", "text"));
      Poll.until(() -> attempts() == 1, "the first attempt");
    }
    passLease();

    try (Outbox outbox = outbox(server.getSmtp().getPort(), MailServer.Tls.NONE)) {
      assertThat(outcome()).isEqualTo("ok");
      assertThat(outbox.state().waiting()).isZero();
    }
    assertThat(server.getReceivedMessages()).hasSize(1);
  }

  /** As if the node had failed in the middle of an attempt. */
  private void passLease() {
    latchkey
        .installation()
        .database()
        .run(sql -> sql.update("UPDATE mails SET next_attempt_at = 1"));
  }

  private int attempts() {
    return latchkey
        .installation()
        .database()
        .read(sql -> sql.one("SELECT MAX(attempts) AS most FROM mails", row -> row.number("most")))
        .orElse(0);
  }

  @Test
  void an_unexpected_failure_gives_up_one_message_and_the_next_one_arrives() throws Exception {
    var delivery = new MailDelivery(mailServer(server.getSmtp().getPort(), MailServer.Tls.NONE));
    var isBroken = new AtomicBoolean(true);
    try (Outbox outbox =
        outbox(
            () -> {
              if (isBroken.getAndSet(false)) {
                throw new IllegalStateException("on purpose");
              }
              return delivery;
            },
            List.of())) {
      outbox.send(mail("subject", "text"));
      assertThat(outcome()).isEqualTo("not_delivered");

      outbox.send(mail("subject", "text"));

      assertThat(outcome()).isEqualTo("ok");
      assertThat(outbox.state().waiting()).isZero();
    }
  }

  @Test
  void a_message_arrives_once_the_server_is_back() throws Exception {
    int port = server.getSmtp().getPort();
    server.stop();
    var delivery = new MailDelivery(mailServer(port, MailServer.Tls.NONE));
    var delays = List.of(Duration.ofMillis(50), Duration.ofMillis(50), Duration.ofSeconds(20));
    try (Outbox outbox = outbox(() -> delivery, delays)) {
      outbox.send(mail("subject", "text"));
      Poll.until(() -> outbox.state().waiting() == 1, "a message that waits");
      assertThat(known()).isEmpty();
      var back = new GreenMail(ServerSetupTest.SMTP.port(port));
      back.start();
      try {
        assertThat(outcome()).isEqualTo("ok");
        assertThat(back.getReceivedMessages()).hasSize(1);
      } finally {
        back.stop();
      }
    }
  }

  @Test
  void a_message_that_the_server_refuses_for_good_is_not_tried_again() throws Exception {
    try (var refusing = new RefusingMailServer("550 5.1.1 no such mailbox");
        Outbox outbox = patient(refusing.port())) {
      outbox.send(mail("subject", "text"));

      assertThat(outcome()).isEqualTo("not_delivered");
      assertThat(outbox.state().waiting()).isZero();
    }
  }

  @Test
  void a_message_that_the_server_refuses_for_now_is_tried_again() throws Exception {
    try (var refusing = new RefusingMailServer("450 4.2.0 come back later");
        Outbox outbox = patient(refusing.port())) {
      outbox.send(mail("subject", "text"));

      refusing.awaitRefusal();
      assertThat(known()).isEmpty();
      assertThat(outbox.state().waiting()).isEqualTo(1);
    }
  }

  @Test
  void a_message_beyond_the_capacity_is_refused_and_the_outcome_is_reported() throws Exception {
    try (Outbox outbox = patient(closedPort())) {
      for (int i = 0; i < 1_001; i++) {
        outbox.send(mailTo("usr_" + i));
      }
      assertThat(outcome()).isEqualTo("queue_full");
      assertThat(outbox.state().waiting()).isEqualTo(1_000);
    }
  }

  @Test
  void the_messages_of_organizations_leave_room_for_those_of_others_and_for_notices()
      throws Exception {
    try (Outbox outbox = patient(closedPort())) {
      for (int i = 0; i < 101; i++) {
        outbox.sendFor(new Id.Organization("org_0"), mailTo("usr_" + i));
      }
      assertThat(outcome()).isEqualTo("queue_full");
      assertThat(outbox.state().waiting()).isEqualTo(100);

      for (int i = 0; i < 900; i++) {
        outbox.sendFor(new Id.Organization("org_" + (1 + i / 90)), mailTo("usr_x" + i));
      }
      assertThat(outcome()).isEqualTo("queue_full");
      assertThat(outbox.state().waiting()).isEqualTo(800);
      int before = known().size();

      outbox.send(mailTo("usr_notice"));
      assertThat(outbox.state().waiting()).isEqualTo(801);
      assertThat(known()).hasSize(before);
    }
  }

  @Test
  void the_messages_to_one_person_are_few_and_do_not_keep_out_a_notice() throws Exception {
    try (Outbox outbox = patient(closedPort())) {
      for (int i = 0; i < 11; i++) {
        outbox.sendFor(new Id.Organization("org_0"), mailTo("usr_1"));
      }
      assertThat(outcome()).isEqualTo("queue_full");
      for (int i = 0; i < 11; i++) {
        outbox.send(mailTo("usr_1"));
      }
      assertThat(outcome()).isEqualTo("queue_full");
      assertThat(outbox.state().waiting()).isEqualTo(20);
    }
  }

  @Test
  void a_delivered_message_makes_room_for_another_of_its_organization() throws Exception {
    try (Outbox outbox = outbox(server.getSmtp().getPort(), MailServer.Tls.NONE)) {
      for (int i = 0; i < 105; i++) {
        outbox.sendFor(new Id.Organization("org_0"), mailTo("usr_1"));
        assertThat(outcome()).isEqualTo("ok");
      }
    }
  }

  /** It tries for the second time only after the test. */
  private Outbox patient(int port) {
    var delivery = new MailDelivery(mailServer(port, MailServer.Tls.NONE));
    return outbox(() -> delivery, List.of(Duration.ofHours(1)));
  }

  @Test
  void without_the_required_tls_no_message_is_sent() {
    var delivery =
        new MailDelivery(mailServer(server.getSmtp().getPort(), MailServer.Tls.STARTTLS));
    assertThatThrownBy(() -> delivery.deliver(mail("subject", "text")))
        .isInstanceOf(MessagingException.class)
        .hasMessageContaining("STARTTLS");
    assertThat(server.getReceivedMessages()).isEmpty();
  }

  @Test
  void plain_smtp_is_for_loopback_only() {
    assertThatThrownBy(() ->
            new MailServer(
                "mail.example.com",
                25,
                MailServer.Tls.NONE,
                Optional.empty(),
                new EmailAddress("a@example.com")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private Outbox outbox(int port, MailServer.Tls tls) {
    var delivery = new MailDelivery(mailServer(port, tls));
    return outbox(() -> delivery, List.of(SOON, SOON));
  }

  private Outbox outbox(Supplier<MailDelivery> delivery, List<Duration> delays) {
    return new Outbox(
        new Outbox.Store(latchkey.stores().operation().waitingMails(), seal()),
        delivery,
        delays,
        OutboxTest::now);
  }

  private MailSeal seal() {
    return latchkey.installation().mailSeal();
  }

  private static RequestMoment now() {
    return RequestMoment.ofServer(Instant.now());
  }

  private static MailServer mailServer(int port, MailServer.Tls tls) {
    return new MailServer(
        "127.0.0.1", port, tls, Optional.empty(), new EmailAddress("latchkey@example.com"));
  }

  private static MailMessage mail(String subject, String text) {
    return mail("usr_1", subject, text);
  }

  private static MailMessage mailTo(String user) {
    return mail(user, "subject", "text");
  }

  private static MailMessage mail(String user, String subject, String text) {
    return new MailMessage(
        new Id.User(user), "mei@example.com", subject, text, Instant.parse("2026-11-21T12:00:00Z"));
  }

  /** The next outcome that the audit log has. */
  private String outcome() {
    int next = outcomes++;
    Poll.until(() -> known().size() > next, "an outcome");
    return known().get(next);
  }

  private List<String> known() {
    return latchkey.stores().operation().auditRecords().newest(200).reversed().stream()
        .map(ListedAuditEntry::entry)
        .filter(entry -> entry.event() == AuditEvent.MAIL)
        .map(entry -> entry.outcome().code())
        .toList();
  }

  private static int closedPort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
