package dev.latchkey.harness;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetupTest;
import dev.latchkey.mail.smtp.MailServer;
import dev.latchkey.model.person.EmailAddress;
import jakarta.mail.internet.MimeMessage;
import java.util.List;
import java.util.Optional;

/** A mail server, and all mails that it has received. */
public final class Mailbox implements AutoCloseable {
  private final GreenMail server = new GreenMail(ServerSetupTest.SMTP.dynamicPort());

  public Mailbox() {
    server.start();
  }

  /** The settings of a server that sends its mails here. */
  public MailServer settings() {
    return new MailServer(
        "127.0.0.1",
        server.getSmtp().getPort(),
        MailServer.Tls.NONE,
        Optional.empty(),
        new EmailAddress("latchkey@example.com"));
  }

  /** All mails, after at least so many have arrived. */
  public List<MimeMessage> mails(int count) {
    Poll.until(() -> server.getReceivedMessages().length >= count, count + " mails");
    return List.of(server.getReceivedMessages());
  }

  @Override
  public void close() {
    server.stop();
  }
}
