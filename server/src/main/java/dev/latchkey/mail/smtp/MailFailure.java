package dev.latchkey.mail.smtp;

import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;

/** Says in one sentence why a message was not delivered, and what to do about it. */
final class MailFailure {
  private static final int MAX_CAUSES = 10;

  private MailFailure() {}

  static String reason(MailServer server, MessagingException failure) {
    return causes(failure)
        .flatMap(cause -> known(server, cause).stream())
        .findFirst()
        .orElseGet(() -> server.name() + " refused: " + firstLine(failure));
  }

  /**
   * Whether the mail server has said that it will never accept the message (a reply 5yz of RFC
   * 5321, 4.2.1), for example because there is no such mailbox. A wrong password is not meant: an
   * operator corrects it.
   */
  static boolean isPermanent(MessagingException failure) {
    return causes(failure)
        .anyMatch(cause ->
            switch (cause) {
              case SMTPAddressFailedException address -> isPermanent(address.getReturnCode());
              case SMTPSenderFailedException sender -> isPermanent(sender.getReturnCode());
              case SMTPSendFailedException message -> isPermanent(message.getReturnCode());
              default -> false;
            });
  }

  private static boolean isPermanent(int reply) {
    return reply >= 500;
  }

  /** The causes, the innermost one first, because it is the most precise. */
  private static Stream<Throwable> causes(MessagingException failure) {
    return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
        .limit(MAX_CAUSES)
        .toList()
        .reversed()
        .stream();
  }

  private static Optional<String> known(MailServer server, Throwable cause) {
    String name = server.name();
    return switch (cause) {
      case UnknownHostException _ ->
          Optional.of("there is no host " + server.host() + ". Check mail.host.");
      case ConnectException _ ->
          Optional.of(name + " accepts no connection. Check mail.host and mail.port.");
      case SocketTimeoutException _ ->
          Optional.of(name + " did not answer in ten seconds." + otherTls(server));
      case CertificateException untrusted ->
          Optional.of(
              "the certificate of "
                  + name
                  + " is not trusted ("
                  + firstLine(untrusted)
                  + "). It must name this host and come from an authority that"
                  + " Java trusts.");
      case SSLException failed ->
          Optional.of(
              "TLS with " + name + " failed (" + firstLine(failed) + ")." + otherTls(server));
      case AuthenticationFailedException wrong ->
          Optional.of(
              name
                  + " refused the user and the password: "
                  + firstLine(wrong)
                  + " Check mail.user and mail.password_file.");
      default -> Optional.empty();
    };
  }

  private static String otherTls(MailServer server) {
    return switch (server.tls()) {
      case IMPLICIT -> " If it expects STARTTLS, as at port 587, set mail.tls: starttls.";
      case STARTTLS ->
          " If it expects TLS from the first byte, as at port 465, set mail.tls:" + " implicit.";
      case NONE -> "";
    };
  }

  private static String firstLine(Throwable failure) {
    return String.valueOf(failure.getMessage())
        .lines()
        .findFirst()
        .orElse(failure.getClass().getSimpleName())
        .strip();
  }
}
