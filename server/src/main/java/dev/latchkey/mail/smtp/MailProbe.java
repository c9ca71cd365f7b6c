package dev.latchkey.mail.smtp;

import dev.latchkey.model.person.EmailAddress;
import jakarta.mail.MessagingException;
import jakarta.mail.Transport;
import java.util.Optional;
import java.util.function.Consumer;

/** Sends one message step by step, for an operator who sets up mail. */
public final class MailProbe {
  private static final String SUBJECT = "Test of the mail settings";
  private static final String TEXT =
      """
      Latchkey sent this message because its operator ran the command "latchkey mail test".
      Links and notices will come from the same address.
      """;

  private final MailDelivery delivery;

  public MailProbe(MailServer server) {
    this(new MailDelivery(server));
  }

  MailProbe(MailDelivery delivery) {
    this.delivery = delivery;
  }

  /**
   * Reports each step that succeeded. Returns why the message was not accepted; empty if it was.
   */
  public Optional<String> send(EmailAddress to, Consumer<String> steps) {
    MailServer server = delivery.server();
    try (Transport transport = delivery.session().getTransport()) {
      steps.accept("connecting to " + server.name() + ", " + tls(server));
      transport.connect();
      steps.accept("connected" + login(server));
      var message = delivery.message(to.text(), SUBJECT, TEXT);
      message.saveChanges();
      transport.sendMessage(message, message.getAllRecipients());
      steps.accept("accepted: from " + server.from().text() + " to " + to.text());
      return Optional.empty();
    } catch (MessagingException refused) {
      return Optional.of(MailFailure.reason(server, refused));
    }
  }

  private static String tls(MailServer server) {
    return switch (server.tls()) {
      case IMPLICIT -> "with TLS from the first byte";
      case STARTTLS -> "with TLS after STARTTLS";
      case NONE -> "without TLS";
    };
  }

  private static String login(MailServer server) {
    return server
        .login()
        .map(login -> ", signed in as " + login.user())
        .orElse(", without signing in");
  }
}
