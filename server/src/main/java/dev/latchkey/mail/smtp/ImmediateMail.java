package dev.latchkey.mail.smtp;

import dev.latchkey.mail.MailMessage;
import dev.latchkey.mail.MailSeal;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.event.SealedMail;
import jakarta.mail.MessagingException;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Delivers each message before {@link #send} returns, with one attempt. A command uses it, because
 * the process ends with the command, and a queue would end with the process.
 */
public final class ImmediateMail implements Mailer {
  private final MailDelivery delivery;
  private final MailSeal seal;
  private final BiConsumer<MailMessage, AuditOutcome> onOutcome;
  private long failed;

  /** {@code onOutcome} receives each message with the outcome of its delivery. */
  public ImmediateMail(
      MailDelivery delivery, MailSeal seal, BiConsumer<MailMessage, AuditOutcome> onOutcome) {
    this.delivery = delivery;
    this.seal = seal;
    this.onOutcome = onOutcome;
  }

  @Override
  public void send(MailMessage mail) {
    try {
      delivery.deliver(mail);
      onOutcome.accept(mail, AuditOutcome.OK);
    } catch (MessagingException refused) {
      failed++;
      onOutcome.accept(mail, AuditOutcome.NOT_DELIVERED);
    }
  }

  /** A server sends it. */
  @Override
  public SealedMail seal(MailMessage mail) {
    return seal.close(mail, Optional.empty());
  }

  @Override
  public State state() {
    return new State(delivery.server().name(), 0, failed);
  }

  @Override
  public void close() {}
}
