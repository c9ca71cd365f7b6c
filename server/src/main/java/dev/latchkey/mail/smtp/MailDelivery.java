package dev.latchkey.mail.smtp;

import dev.latchkey.mail.MailMessage;
import jakarta.mail.Authenticator;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.Optional;
import java.util.Properties;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Delivers one message to the mail server (RFC 5321; TLS by RFC 8314 and RFC 3207).
 *
 * <p>{@code tls} has three values, because a third value of the older yes-or-no key {@code
 * starttls} would be hard to read. The older key is still read.
 */
public final class MailDelivery {
  private static final String TIMEOUT_MILLIS = "10000";

  private final MailServer server;
  private final Session session;

  public MailDelivery(MailServer server) {
    this(server, Optional.empty());
  }

  /** {@code trust} replaces the certificates that the JDK trusts. */
  MailDelivery(MailServer server, Optional<SSLSocketFactory> trust) {
    this.server = server;
    Properties properties = properties(server);
    trust.ifPresent(sockets -> properties.put("mail.smtp.ssl.socketFactory", sockets));
    this.session = Session.getInstance(properties, authenticator(server));
  }

  MailServer server() {
    return server;
  }

  Session session() {
    return session;
  }

  void deliver(MailMessage mail) throws MessagingException {
    MimeMessage message = message(mail.address(), mail.subject(), mail.text());
    message.setSentDate(Date.from(mail.at()));
    Transport.send(message);
  }

  /** A message with the date on which it is sent. */
  MimeMessage message(String address, String subject, String text) throws MessagingException {
    var message = new MimeMessage(session);
    message.setFrom(new InternetAddress(server.from().text(), true));
    message.setRecipient(Message.RecipientType.TO, new InternetAddress(address, true));
    message.setSubject(subject, StandardCharsets.UTF_8.name());
    message.setText(text, StandardCharsets.UTF_8.name());
    // RFC 3834: automatic replies, such as absence notices, do not answer such a message.
    message.setHeader("Auto-Submitted", "auto-generated");
    return message;
  }

  /**
   * If TLS is configured, it is required: without it no message is sent. The certificate must name
   * the host.
   */
  private static Properties properties(MailServer server) {
    var properties = new Properties();
    String startTls = String.valueOf(server.tls() == MailServer.Tls.STARTTLS);
    String implicit = String.valueOf(server.tls() == MailServer.Tls.IMPLICIT);
    properties.put("mail.transport.protocol", "smtp");
    properties.put("mail.smtp.host", server.host());
    properties.put("mail.smtp.port", String.valueOf(server.port()));
    properties.put("mail.smtp.ssl.enable", implicit);
    properties.put("mail.smtp.starttls.enable", startTls);
    properties.put("mail.smtp.starttls.required", startTls);
    properties.put("mail.smtp.ssl.checkserveridentity", "true");
    properties.put("mail.smtp.auth", String.valueOf(server.login().isPresent()));
    properties.put("mail.smtp.connectiontimeout", TIMEOUT_MILLIS);
    properties.put("mail.smtp.timeout", TIMEOUT_MILLIS);
    properties.put("mail.smtp.writetimeout", TIMEOUT_MILLIS);
    return properties;
  }

  private static @Nullable Authenticator authenticator(MailServer server) {
    return server
        .login()
        .map(login ->
            new Authenticator() {
              @Override
              protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication(login.user(), login.password());
              }
            })
        .orElse(null);
  }
}
