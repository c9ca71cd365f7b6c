package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.event.SealedMail;
import dev.latchkey.storage.people.PasswordLinks;
import java.security.SecureRandom;
import java.util.Optional;

/** A mail to a person who has forgotten a password. */
final class TestLetter {
  private TestLetter() {}

  static SealedMail to(PasswordLinks.Forgotten.Known known) {
    Id.Mail id = Id.MAIL.draw(new SecureRandom());
    return new SealedMail(id, known.user().id(), Optional.empty(), new byte[0], known.end());
  }
}
