package dev.latchkey.mail;

import dev.latchkey.model.Id;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.event.SealedMail;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Encrypts what a mail says while it waits in the store. */
public record MailSeal(KeySeal seal, RandomGenerator random) {
  /** It is in no address and in no subject. */
  private static final String END = "\0";

  private static final int PARTS = 3;

  /** {@code cause}: the organization that causes it, if one does. */
  public SealedMail close(MailMessage mail, Optional<Id.Organization> cause) {
    Id.Mail id = Id.MAIL.draw(random);
    String all = String.join(END, mail.address(), mail.subject(), mail.text());
    byte[] content = all.getBytes(StandardCharsets.UTF_8);
    return new SealedMail(id, mail.to(), cause, seal.close(id.value(), content), mail.at());
  }

  /** Empty if the key file has another key. */
  public Optional<MailMessage> open(SealedMail sealed) {
    return seal.open(sealed.id().value(), sealed.content())
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8).split(END, PARTS))
        .map(parts -> new MailMessage(sealed.to(), parts[0], parts[1], parts[2], sealed.at()));
  }
}
