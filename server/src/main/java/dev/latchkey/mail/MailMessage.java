package dev.latchkey.mail;

import dev.latchkey.model.Id;
import java.time.Instant;

/** An e-mail to one person, as plain text. */
public record MailMessage(Id.User to, String address, String subject, String text, Instant at) {
  @Override
  public String toString() {
    return "MailMessage[to " + to.value() + "]";
  }
}
