package dev.latchkey.mail;

import dev.latchkey.model.Id;
import dev.latchkey.model.event.SealedMail;

/** Sends e-mail to people. {@link #send} does not wait until the message is delivered. */
public interface Mailer extends AutoCloseable {
  void send(MailMessage mail);

  /**
   * Sends a message that an administrator, a person or a program of an organization causes. Where
   * messages wait, those of one organization leave room for those of others.
   */
  default void sendFor(Id.Organization organization, MailMessage mail) {
    send(mail);
  }

  /** A message that is to wait in the store, for the commit of what it is about. */
  SealedMail seal(MailMessage mail);

  State state();

  /** Messages that still wait are in the store, and are sent after the next start. */
  @Override
  void close();

  /**
   * {@code waiting} is the number of messages that wait. {@code failed} is the number of messages
   * that were given up since the start.
   */
  record State(String server, int waiting, long failed) {}
}
